import { and, eq } from 'drizzle-orm'
import type { IdentityProvider } from '#contracts/parties.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type IntegrationRow, oauthIntegrations } from './table.ts'

type Teammate = { readonly id: string }

export const noSuchAccount = () => new AppError('not_found', 'No account is connected')

export const integrationsOf = ({ organization }: Pick<OrgContext, 'organization'>, { id }: Teammate) =>
  and(eq(oauthIntegrations.organization_id, organization.id), eq(oauthIntegrations.employee_id, id))

export const integrationOf = (ctx: Pick<OrgContext, 'organization'>, teammate: Teammate, service: IdentityProvider) =>
  and(integrationsOf(ctx, teammate), eq(oauthIntegrations.service, service))

const select = (ctx: OrgContext, teammate: Teammate, service: IdentityProvider) =>
  ctx.db
    .select()
    .from(oauthIntegrations)
    .where(integrationOf(ctx, teammate, service))

export async function findIntegration(...of: Parameters<typeof select>): Promise<IntegrationRow | null> {
  const [row] = await select(...of)
  return row ?? null
}

/** Nobody else changes it until the transaction ends. */
export async function lockIntegration(...of: Parameters<typeof select>): Promise<IntegrationRow | null> {
  const [row] = await select(...of).for('update')
  return row ?? null
}

import { eq } from 'drizzle-orm'
import type { IdentityProvider } from '#contracts/parties.ts'
import { unassignToolsetsOf } from '../../connectors/toolsets/assign-toolsets-of.ts'
import type { TeammateWork } from '../../teammates/context.ts'
import { lockIntegration } from '../access.ts'
import { integrationChanged } from '../events.ts'
import { type IntegrationRow, oauthIntegrations } from '../table.ts'
import { revokeQueuedGrants } from './revoke-grants.ts'

/** Removes an account with its toolsets, in the caller's transaction; the provider is told afterwards. Null where there is none. */
export async function removeAccount(ctx: TeammateWork, service: IdentityProvider): Promise<IntegrationRow | null> {
  const { organization, teammate } = ctx
  const row = await lockIntegration(ctx, teammate, service)
  if (!row) return null
  await ctx.db.delete(oauthIntegrations).where(eq(oauthIntegrations.id, row.id))
  await unassignToolsetsOf(ctx, service)
  const changed = { organization_id: organization.id, employee_id: teammate.id, service }
  await ctx.emit(integrationChanged, changed, teammate)
  await revokeQueuedGrants(ctx)
  return row
}

import { eq } from 'drizzle-orm'
import type { IdentityProvider } from '#contracts/parties.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { users } from '../../users/table.ts'
import { integrationsOf } from '../access.ts'
import { type IntegrationRow, oauthIntegrations } from '../table.ts'

export type ShownAccount = { service: IdentityProvider; row: IntegrationRow | null; connector: Connector | null }
type Connector = { id: string; name: string | null; email: string }

/** One for each provider, whether or not anything is connected. */
export async function listAccounts(ctx: TeammateContext): Promise<ShownAccount[]> {
  const rows = await ctx.db
    .select({ row: oauthIntegrations, connector: { id: users.id, name: users.name, email: users.email } })
    .from(oauthIntegrations)
    .leftJoin(users, eq(users.id, oauthIntegrations.connected_by))
    .where(integrationsOf(ctx, ctx.teammate))
  return (['idpa', 'idpb'] as const).map((service) => {
    const found = rows.find(({ row }) => row.service === service)
    return { service, row: found?.row ?? null, connector: found?.connector ?? null }
  })
}

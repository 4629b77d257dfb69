import { and, eq, sql } from 'drizzle-orm'
import type { IdentityProvider } from '#contracts/parties.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { isAvailable, providerOf } from '../provider.ts'
import { type IntegrationRow, oauthIntegrations } from '../table.ts'
import { revokeGrant } from './ask-provider.ts'
import { openTokens } from './tokens.ts'

/**
 * Asks the provider to revoke what is not kept here any more. A provider revokes all that an account has granted to this
 * server, so nothing is revoked while the account is, or may be, connected to another teammate, in whichever organization.
 */
export async function forgetGrant(ctx: OrgContext, row: IntegrationRow): Promise<void> {
  const { config, cipher } = ctx.ports
  // It may have been taken out of the settings since.
  if (!isAvailable(config, row.service)) return
  if (row.account === null || (await isConnectedElsewhere(ctx, row.service, row.account))) return
  await revokeGrant(ctx, providerOf(config, row.service), openTokens(cipher, row).refresh_token)
}

async function isConnectedElsewhere(ctx: OrgContext, service: IdentityProvider, account: string): Promise<boolean> {
  const [other] = await ctx.db
    .select({ found: sql`1` })
    .from(oauthIntegrations)
    .where(and(eq(oauthIntegrations.service, service), eq(oauthIntegrations.account, account)))
    .limit(1)
  return other !== undefined
}

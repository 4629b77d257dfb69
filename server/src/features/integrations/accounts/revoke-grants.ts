import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '#platform/context.ts'
import { revokeQueuedGrant } from '../jobs.ts'
import { type IntegrationRow, oauthGrantsToRevoke, oauthIntegrations } from '../table.ts'
import { isAvailable, providerOf } from './provider.ts'
import { revokeGrant } from './provider-requests.ts'
import { openTokens } from './tokens.ts'

const BATCH = 200

/** With the transaction that changes an account for another: what it had granted is revoked after that, whatever becomes of this process. */
export async function queueRevocation(
  ctx: Context,
  { service, account, tokens_sealed }: IntegrationRow,
): Promise<void> {
  if (account !== null) await ctx.enqueue(revokeQueuedGrant, { service, account, tokens_sealed })
}

/** The same for accounts that were deleted: in the transaction that does it, and later for those that went with something else. */
export function revokeQueuedGrants(ctx: Context): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const waiting = ctx.db
      .select({ id: oauthGrantsToRevoke.id })
      .from(oauthGrantsToRevoke)
      .orderBy(asc(oauthGrantsToRevoke.created_at))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const grants = await ctx.db.delete(oauthGrantsToRevoke).where(inArray(oauthGrantsToRevoke.id, waiting)).returning()
    for (const { service, account, tokens_sealed } of grants)
      await ctx.enqueue(revokeQueuedGrant, { service, account, tokens_sealed })
  })
}

/**
 * Asks the provider to revoke what is not kept here any more. A provider revokes all that an account has granted to this
 * server, so nothing is revoked while the account is, or may be, connected to another teammate, in whichever organization.
 */
export async function revokeAtProvider(
  ctx: Context,
  { service, account, tokens_sealed }: z.infer<typeof revokeQueuedGrant.schema>,
): Promise<void> {
  const { config, cipher } = ctx.ports
  // It may have been taken out of the settings since.
  if (!isAvailable(config, service) || (await isConnected(ctx, { service, account }))) return
  await revokeGrant(ctx, providerOf(config, service), openTokens(cipher, { tokens_sealed }).refresh_token)
}

async function isConnected(ctx: Context, of: Pick<IntegrationRow, 'service'> & { account: string }): Promise<boolean> {
  const [other] = await ctx.db
    .select({ found: sql`1` })
    .from(oauthIntegrations)
    .where(and(eq(oauthIntegrations.service, of.service), eq(oauthIntegrations.account, of.account)))
    .limit(1)
  return other !== undefined
}

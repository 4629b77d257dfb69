import { sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { lockCredential } from '../access.ts'
import { providerDisconnected } from '../audit-actions.ts'
import { changeProvider } from '../providers/change-provider.ts'
import type { VendorCredentialRow } from '../table.ts'
import { endAttempt } from './attempts.ts'
import { revokePlanTokens } from './device-sign-in.ts'
import { openTokens } from './tokens.ts'

/** Deletes the tokens here, then revokes them at the vendor if it can be reached. */
export async function revokePlan(ctx: OrgContext): Promise<VendorCredentialRow> {
  const { cipher, config } = ctx.ports
  const { row, tokens } = await ctx.transaction(async (ctx) => {
    const before = await lockCredential(ctx, 'vendor_6')
    await endAttempt(ctx, sql`true`, { status: 'cancelled' })
    if (!before.tokens_sealed && !before.lost_at) return { row: before, tokens: null }
    const action = before.tokens_sealed ? { type: providerDisconnected } : null
    const row = await changeProvider(ctx, 'vendor_6', action, () => ({
      tokens_sealed: null,
      tokens_expire_at: null,
      account: null,
      lost_at: null,
    }))
    return { row, tokens: openTokens(cipher, before) }
  })
  if (tokens && !(await revokePlanTokens(config, tokens))) {
    ctx.log.warn('the vendor could not be told that a plan was disconnected')
  }
  return row
}

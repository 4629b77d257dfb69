import type { and } from 'drizzle-orm'
import { isAdminOf } from '../../organizations/access.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { lockCredential } from '../access.ts'
import { providerConnected } from '../audit-actions.ts'
import { changeProvider } from '../providers/change-provider.ts'
import type { ConnectionAttemptRow } from '../table.ts'
import { endAttempt } from './attempts.ts'
import { revokePlanTokens } from './device-sign-in.ts'
import { sealedTokens, type TokenAnswer } from './tokens.ts'

/** Keeps the tokens, unless the attempt was ended meanwhile, or the person who began it may not connect any more. */
export async function completeAttempt(
  ctx: OrgContext,
  { started_by_user_id }: ConnectionAttemptRow,
  isHeld: ReturnType<typeof and>,
  answer: TokenAnswer,
): Promise<void> {
  const { cipher, config } = ctx.ports
  const isKept = await ctx.transaction(async (ctx) => {
    // Before the attempt, as a revocation locks them.
    await lockCredential(ctx, 'vendor_6')
    if (!(await isAdminOf(ctx, started_by_user_id))) {
      const error = 'The person who started it may no longer connect vendors.'
      await endAttempt(ctx, isHeld, { status: 'cancelled', error })
      return false
    }
    if (!(await endAttempt(ctx, isHeld, { status: 'connected' }))) return false
    const action = { type: providerConnected, user_id: started_by_user_id }
    await changeProvider(ctx, 'vendor_6', action, () => ({
      ...sealedTokens(cipher, ctx.now(), answer),
      account: answer.account,
      lost_at: null,
    }))
    return true
  })
  if (!isKept) await revokePlanTokens(config, answer)
}

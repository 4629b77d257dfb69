import { userSignedOut } from './audit-actions.ts'
import type { UserContext } from './context.ts'
import { endSession } from './find-session.ts'

export function signOut(ctx: UserContext): Promise<void> {
  return ctx.transaction(async (ctx) => {
    await endSession(ctx, ctx.session)
    await ctx.record(userSignedOut)
  })
}

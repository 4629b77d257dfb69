import { eq } from 'drizzle-orm'
import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import { userMsgrLinked, userMsgrUnlinked } from './audit-actions.ts'
import type { UserContext } from './context.ts'
import { msgrAccountOf } from './present.ts'
import { type UserRow, users } from './table.ts'

export type MsgrAccount = { id: string; username: string | null; name: string | null }

/** Links an account of the chat platform to the signed-in user, in place of the one before. */
export async function linkMsgrAccount(ctx: UserContext, account: MsgrAccount): Promise<UserRow> {
  try {
    return await setMsgrAccount(ctx, account)
  } catch (error) {
    if (!violates(error, 'a_msgr_account_belongs_to_one_user')) throw error
    throw new AppError('conflict', 'This account is linked to another user')
  }
}

export const unlinkMsgrAccount = (ctx: UserContext): Promise<UserRow> => setMsgrAccount(ctx, null)

function setMsgrAccount(ctx: UserContext, account: MsgrAccount | null): Promise<UserRow> {
  return ctx.transaction(async (ctx) => {
    const [before] = await ctx.db.select().from(users).where(eq(users.id, ctx.user.id)).for('update')
    const [after] = await ctx.db
      .update(users)
      .set({
        msgr_account_id: account?.id ?? null,
        msgr_username: account?.username ?? null,
        msgr_name: account?.name ?? null,
      })
      .where(eq(users.id, ctx.user.id))
      .returning()
    if (!before || !after) throw new AppError('unauthorized', 'Not signed in')
    const former = msgrAccountOf(before)
    if (account) await ctx.record(userMsgrLinked, { before: { account: former }, after: { account } })
    else if (former) await ctx.record(userMsgrUnlinked, { before: { account: former } })
    return after
  })
}

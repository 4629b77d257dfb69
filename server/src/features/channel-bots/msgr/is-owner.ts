import { eq } from 'drizzle-orm'
import { users } from '../../users/table.ts'
import type { BotContext } from '../context.ts'

/** Whether the sender is the owner of a personal assistant, by the account that the owner has linked (rule 10). */
export async function isOwner(ctx: BotContext, sender_id: string): Promise<boolean> {
  const { owned_by_user_id } = ctx.teammate
  if (owned_by_user_id === null) return false
  const [owner] = await ctx.db
    .select({ msgr_account_id: users.msgr_account_id })
    .from(users)
    .where(eq(users.id, owned_by_user_id))
  return owner?.msgr_account_id === sender_id
}

import { eq } from 'drizzle-orm'
import type { CannedReply, UpdateCannedReply } from '#contracts/canned-replies.ts'
import { violates } from '#platform/db/violates.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { keyOf, lockOwnReply, presentCannedReply, shortcutExists } from './access.ts'
import { cannedReplyDeleted, cannedReplyUpdated } from './events.ts'
import { cannedReplies } from './table.ts'

export async function updateCannedReply(
  ctx: MemberContext,
  id: string,
  { shortcut, content }: UpdateCannedReply,
): Promise<CannedReply> {
  try {
    return await ctx.transaction(async (ctx) => {
      const before = await lockOwnReply(ctx, id)
      const after = { shortcut: shortcut ?? before.shortcut, content: content ?? before.content }
      const [row] = await ctx.db
        .update(cannedReplies)
        .set({ ...after, shortcut_key: keyOf(after.shortcut), updated_at: ctx.now() })
        .where(eq(cannedReplies.id, id))
        .returning()
      if (!row) throw new Error('The canned reply was not written')
      const reply = presentCannedReply(row)
      await ctx.emit(cannedReplyUpdated, reply)
      return reply
    })
  } catch (error) {
    if (violates(error, 'a_canned_reply_has_a_shortcut_of_its_own')) throw shortcutExists(shortcut ?? '')
    throw error
  }
}

export function deleteCannedReply(ctx: MemberContext, id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const row = await lockOwnReply(ctx, id)
    await ctx.db.delete(cannedReplies).where(eq(cannedReplies.id, id))
    await ctx.emit(cannedReplyDeleted, presentCannedReply(row))
  })
}

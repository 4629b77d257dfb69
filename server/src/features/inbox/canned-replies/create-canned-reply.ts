import { count, eq, sql } from 'drizzle-orm'
import type { CannedReply, CreateCannedReply } from '#contracts/canned-replies.ts'
import { AppError } from '#platform/error.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { keyOf, presentCannedReply, shortcutExists } from './access.ts'
import { cannedReplyCreated } from './events.ts'
import { cannedReplies } from './table.ts'

/** All of them are loaded by everyone who writes replies. */
const MAX_CANNED_REPLIES = 500

export function createCannedReply(ctx: MemberContext, { shortcut, content }: CreateCannedReply): Promise<CannedReply> {
  return ctx.transaction(async (ctx) => {
    const organization_id = ctx.organization.id
    // Serialized, so that simultaneous requests cannot exceed the limit.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`canned-replies:${organization_id}`}, 0))`)
    const [has] = await ctx.db
      .select({ replies: count() })
      .from(cannedReplies)
      .where(eq(cannedReplies.organization_id, organization_id))
    if (has && has.replies >= MAX_CANNED_REPLIES) {
      throw new AppError('conflict', `An organization has ${MAX_CANNED_REPLIES} canned replies at most`, {
        code: 'TOO_MANY_CANNED_REPLIES',
      })
    }
    const now = ctx.now()
    const [row] = await ctx.db
      .insert(cannedReplies)
      .values({
        organization_id,
        shortcut,
        shortcut_key: keyOf(shortcut),
        content,
        user_id: ctx.user.id,
        created_at: now,
        updated_at: now,
      })
      .onConflictDoNothing({ target: [cannedReplies.organization_id, cannedReplies.shortcut_key] })
      .returning()
    if (!row) throw shortcutExists(shortcut)
    const reply = presentCannedReply(row)
    await ctx.emit(cannedReplyCreated, reply)
    return reply
  })
}

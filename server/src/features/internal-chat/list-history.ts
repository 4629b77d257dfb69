import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { HistoryEntry } from '#contracts/internal-chat.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { conversations } from '../conversations/table.ts'
import type { MemberContext } from '../organizations/context.ts'
import { visibleTeammates } from '../teammates/access.ts'
import { aiEmployees } from '../teammates/table.ts'
import { ownChats } from './access.ts'
import { presentHistoryEntry } from './present.ts'

/** The caller's chats with all teammates they see, in which something was said, newest first. */
export async function listHistory(
  ctx: MemberContext,
  page: { page: number; limit: number },
): Promise<Page<HistoryEntry>> {
  const listed = ctx.db
    .select({ conversation: conversations, teammate: aiEmployees })
    .from(conversations)
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(
      and(
        ownChats(ctx),
        isNull(conversations.deleted_at),
        isNotNull(conversations.last_message_at),
        visibleTeammates(ctx),
      ),
    )
    .orderBy(desc(conversations.last_message_at), desc(conversations.id))
    .$dynamic()
  const found = await paginate(ctx.db, listed, page)
  return { ...found, data: found.data.map(presentHistoryEntry) }
}

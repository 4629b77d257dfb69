import { and, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { HistoryEntry } from '#contracts/internal-chat.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { conversations } from '../conversations/table.ts'
import type { MemberContext } from '../organizations/context.ts'
import { visibleTeammates } from '../teammates/access.ts'
import { aiEmployees } from '../teammates/table.ts'
import { ownChats } from './access.ts'
import { presentHistoryEntry } from './present.ts'

type PageInput = { page: number; limit: number }

/** The caller's chats that have messages, with all teammates that they see, newest first. */
export const listHistory = (ctx: MemberContext, page: PageInput): Promise<Page<HistoryEntry>> =>
  listChats(ctx, page, isNull(conversations.deleted_at), desc(conversations.last_message_at))

/** Those that the caller deleted and can restore, the latest deletion first. */
export const listDeletedChats = (ctx: MemberContext, page: PageInput): Promise<Page<HistoryEntry>> =>
  listChats(ctx, page, isNotNull(conversations.deleted_at), desc(conversations.deleted_at))

async function listChats(ctx: MemberContext, page: PageInput, which: SQL, order: SQL): Promise<Page<HistoryEntry>> {
  const listed = ctx.db
    .select({ conversation: conversations, teammate: aiEmployees })
    .from(conversations)
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(and(ownChats(ctx), which, isNotNull(conversations.last_message_at), visibleTeammates(ctx)))
    .orderBy(order, desc(conversations.id))
    .$dynamic()
  const found = await paginate(ctx.db, listed, page)
  return { ...found, data: found.data.map(presentHistoryEntry) }
}

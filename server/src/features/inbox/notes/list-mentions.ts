import { and, count, desc, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Mention } from '#contracts/notes.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { conversations } from '../../conversations/table.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { users } from '../../users/table.ts'
import { findConversation, visibleConversations } from '../access.ts'
import { mentionRead } from './events.ts'
import { presentMentions, presentPerson } from './present.ts'
import { conversationMentions, conversationNotes } from './table.ts'

type Listed = Page<Mention> & { meta: { unread: number } }

/** Notes that mention the caller, newest first; those that they may no longer see are neither listed nor counted. */
export async function listMentions(ctx: MemberContext, page: { page: number; limit: number }): Promise<Listed> {
  const listed = ctx.db
    .select({
      mention: getTableColumns(conversationMentions),
      note: { id: conversationNotes.id, content: conversationNotes.content },
      author: getTableColumns(users),
    })
    .from(conversationMentions)
    .innerJoin(conversationNotes, eq(conversationNotes.id, conversationMentions.note_id))
    .leftJoin(users, eq(users.id, conversationNotes.user_id))
    .innerJoin(conversations, eq(conversations.id, conversationMentions.conversation_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(and(isOwn(ctx), visibleConversations(ctx)))
    .orderBy(desc(conversationMentions.id))
    .$dynamic()
  const found = await paginate(ctx.db, listed, page)
  const rows = found.data.map((row) => ({ ...row, author: row.author && presentPerson(row.author) }))
  return { ...found, data: await presentMentions(ctx, rows), meta: { unread: await countUnread(ctx) } }
}

async function countUnread(ctx: MemberContext): Promise<number> {
  const [row] = await ctx.db
    .select({ unread: count() })
    .from(conversationMentions)
    .innerJoin(conversations, eq(conversations.id, conversationMentions.conversation_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(and(isOwn(ctx), isNull(conversationMentions.read_at), visibleConversations(ctx)))
  return row?.unread ?? 0
}

/** Marks the caller's mentions in the conversation as read, and notifies their other pages. */
export async function readMentions(ctx: MemberContext, conversation_id: string): Promise<void> {
  const { parties } = await findConversation(ctx, conversation_id)
  await ctx.transaction(async (ctx) => {
    const read = await ctx.db
      .update(conversationMentions)
      .set({ read_at: ctx.now() })
      .where(
        and(
          isOwn(ctx),
          eq(conversationMentions.conversation_id, conversation_id),
          isNull(conversationMentions.read_at),
        ),
      )
      .returning({ id: conversationMentions.id })
    if (read.length === 0) return
    await ctx.emit(mentionRead, { conversation_id }, { teammate: parties.teammate, user_id: ctx.user.id })
  })
}

const isOwn = ({ organization, user }: MemberContext) =>
  and(eq(conversationMentions.organization_id, organization.id), eq(conversationMentions.user_id, user.id))

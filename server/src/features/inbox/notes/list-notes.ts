import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Note } from '#contracts/notes.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { findConversation } from '../access.ts'
import { presentNotes } from './present.ts'
import { conversationNotes } from './table.ts'

/** The notes of a conversation, newest first. */
export async function listNotes(
  ctx: MemberContext,
  conversation_id: string,
  page: { page: number; limit: number },
): Promise<Page<Note>> {
  await findConversation(ctx, conversation_id)
  const listed = ctx.db
    .select()
    .from(conversationNotes)
    .where(
      and(
        eq(conversationNotes.organization_id, ctx.organization.id),
        eq(conversationNotes.conversation_id, conversation_id),
        isNull(conversationNotes.deleted_at),
      ),
    )
    .orderBy(desc(conversationNotes.id))
    .$dynamic()
  const found = await paginate(ctx.db, listed, page)
  return { ...found, data: await presentNotes(ctx, found.data) }
}

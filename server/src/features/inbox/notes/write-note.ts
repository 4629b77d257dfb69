import { and, eq } from 'drizzle-orm'
import type { Note, WriteNote } from '#contracts/notes.ts'
import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { findConversation } from '../access.ts'
import { noteCreated } from './events.ts'
import { addMentions, announceMentions, checkMentioned } from './mention-people.ts'
import { presentNote } from './present.ts'
import { conversationNotes, type NoteRow } from './table.ts'

/** Writes an internal note, which does not change the conversation. */
export async function writeNote(ctx: MemberContext, conversation_id: string, body: WriteNote): Promise<Note> {
  const { parties } = await findConversation(ctx, conversation_id)
  const before = await findWritten(ctx, conversation_id, body.client_note_id)
  if (before) return presentNote(ctx, before)
  const mentioned = await checkMentioned(ctx, parties.teammate, body.mentioned_user_ids)
  try {
    return await ctx.transaction(async (ctx) => {
      const [row] = await ctx.db
        .insert(conversationNotes)
        .values({
          organization_id: ctx.organization.id,
          conversation_id,
          user_id: ctx.user.id,
          content: body.content,
          client_note_id: body.client_note_id,
          created_at: ctx.now(),
        })
        .returning()
      if (!row) throw new Error('The note was not written')
      const added = await addMentions(ctx, row, mentioned)
      const note = await presentNote(ctx, row)
      await ctx.emit(noteCreated, note, parties)
      await announceMentions(ctx, added, note, parties.teammate)
      return note
    })
  } catch (error) {
    const isSecond = violates(error, 'a_note_is_written_once')
    const first = isSecond ? await findWritten(ctx, conversation_id, body.client_note_id) : null
    if (!first) throw error
    return presentNote(ctx, first)
  }
}

/** The note that the caller wrote before under this id. */
async function findWritten(
  ctx: MemberContext,
  conversation_id: string,
  client_note_id: string | undefined,
): Promise<NoteRow | null> {
  if (!client_note_id) return null
  const [row] = await ctx.db
    .select()
    .from(conversationNotes)
    .where(
      and(
        eq(conversationNotes.organization_id, ctx.organization.id),
        eq(conversationNotes.user_id, ctx.user.id),
        eq(conversationNotes.client_note_id, client_note_id),
      ),
    )
  if (!row) return null
  if (row.conversation_id === conversation_id) return row
  throw new AppError('conflict', 'This id belongs to another note', { code: 'CLIENT_NOTE_ID_TAKEN' })
}

import { and, asc, eq, isNull } from 'drizzle-orm'
import type { EditNote, Note } from '#contracts/notes.ts'
import { AppError } from '#platform/error.ts'
import { isAdmin } from '../../organizations/access.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { findConversation } from '../access.ts'
import { noteDeleted, noteUpdated } from './events.ts'
import { addMentions, announceMentions, checkMentioned, removeMentions } from './mention-people.ts'
import { presentNote } from './present.ts'
import { conversationMentions, conversationNotes, type NoteRow } from './table.ts'

type Which = { conversation_id: string; note_id: string }

/** Anyone who wrote a note may change it. Who is mentioned again is notified; who is not mentioned any more has nothing to read. */
export async function editNote(ctx: MemberContext, which: Which, input: EditNote): Promise<Note> {
  const { parties } = await findConversation(ctx, which.conversation_id)
  return ctx.transaction(async (ctx) => {
    const before = await lockNote(ctx, which)
    if (before.user_id !== ctx.user.id) throw notAllowed()
    const known = await mentionedIn(ctx, before)
    const wanted = input.mentioned_user_ids?.filter((id) => id !== ctx.user.id) ?? known
    const isKnown = new Set(known)
    const fresh = await checkMentioned(
      ctx,
      parties.teammate,
      wanted.filter((id) => !isKnown.has(id)),
    )
    const [row] = await ctx.db
      .update(conversationNotes)
      .set({ content: input.content, edited_at: ctx.now() })
      .where(eq(conversationNotes.id, before.id))
      .returning()
    if (!row) throw noSuchNote()
    const gone = known.filter((id) => !wanted.includes(id))
    await removeMentions(ctx, row, gone, parties.teammate)
    const added = await addMentions(ctx, row, fresh)
    const note = await presentNote(ctx, row)
    await ctx.emit(noteUpdated, note, parties)
    await announceMentions(ctx, added, note, parties.teammate)
    return note
  })
}

/** Admins and owners may delete others' notes. */
export async function deleteNote(ctx: MemberContext, which: Which): Promise<void> {
  const { parties } = await findConversation(ctx, which.conversation_id)
  await ctx.transaction(async (ctx) => {
    const note = await lockNote(ctx, which)
    if (note.user_id !== ctx.user.id && !isAdmin(ctx.role)) throw notAllowed()
    await ctx.db.update(conversationNotes).set({ deleted_at: ctx.now() }).where(eq(conversationNotes.id, note.id))
    await removeMentions(ctx, note, await mentionedIn(ctx, note), parties.teammate)
    await ctx.emit(noteDeleted, { id: note.id, conversation_id: note.conversation_id }, parties)
  })
}

async function lockNote(ctx: MemberContext, { conversation_id, note_id }: Which): Promise<NoteRow> {
  const [row] = await ctx.db
    .select()
    .from(conversationNotes)
    .where(
      and(
        eq(conversationNotes.organization_id, ctx.organization.id),
        eq(conversationNotes.conversation_id, conversation_id),
        eq(conversationNotes.id, note_id),
        isNull(conversationNotes.deleted_at),
      ),
    )
    .for('update')
  if (!row) throw noSuchNote()
  return row
}

async function mentionedIn(ctx: MemberContext, note: NoteRow): Promise<string[]> {
  const rows = await ctx.db
    .select({ user_id: conversationMentions.user_id })
    .from(conversationMentions)
    .where(
      and(eq(conversationMentions.organization_id, ctx.organization.id), eq(conversationMentions.note_id, note.id)),
    )
    .orderBy(asc(conversationMentions.id))
  return rows.map(({ user_id }) => user_id)
}

const noSuchNote = () => new AppError('not_found', 'Note not found')
const notAllowed = () => new AppError('forbidden', 'You are not allowed to do this')

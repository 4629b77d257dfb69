import { and, eq, inArray } from 'drizzle-orm'
import type { Note } from '#contracts/notes.ts'
import { AppError } from '#platform/error.ts'
import type { MemberContext, OrgContext } from '../../organizations/context.ts'
import { findViewers } from '../../teammates/list-viewers.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { mentionCreated, mentionRemoved } from './events.ts'
import { presentMentions } from './present.ts'
import { conversationMentions, type MentionRow, type NoteRow } from './table.ts'

/** Whom a note of the caller may notify: people who see the conversation. Anyone who names themselves is not notified. */
export async function checkMentioned(ctx: MemberContext, teammate: TeammateRow, user_ids: string[]): Promise<string[]> {
  const others = user_ids.filter((id) => id !== ctx.user.id)
  const seeing = new Set((await findViewers(ctx, teammate.id, others)).map(({ id }) => id))
  if (others.some((id) => !seeing.has(id))) {
    throw new AppError('bad_request', 'A mentioned person cannot see this conversation', {
      code: 'MENTIONED_CANNOT_SEE',
    })
  }
  return others
}

/** Within the transaction that writes the note. */
export async function addMentions(ctx: OrgContext, note: NoteRow, user_ids: string[]): Promise<MentionRow[]> {
  if (user_ids.length === 0) return []
  const place = { organization_id: note.organization_id, note_id: note.id, conversation_id: note.conversation_id }
  return ctx.db
    .insert(conversationMentions)
    .values(user_ids.map((user_id) => ({ ...place, user_id, created_at: ctx.now() })))
    .returning()
}

/** Within the transaction that changes the note. */
export async function removeMentions(
  ctx: OrgContext,
  note: NoteRow,
  user_ids: string[],
  teammate: TeammateRow,
): Promise<void> {
  if (user_ids.length === 0) return
  const removed = await ctx.db
    .delete(conversationMentions)
    .where(
      and(
        eq(conversationMentions.organization_id, ctx.organization.id),
        eq(conversationMentions.note_id, note.id),
        inArray(conversationMentions.user_id, user_ids),
      ),
    )
    .returning()
  for (const { id, conversation_id, user_id } of removed)
    await ctx.emit(mentionRemoved, { id, conversation_id }, { teammate, user_id })
}

export async function announceMentions(
  ctx: OrgContext,
  added: MentionRow[],
  note: Note,
  teammate: TeammateRow,
): Promise<void> {
  if (added.length === 0) return
  const presented = await presentMentions(
    ctx,
    added.map((mention) => ({ mention, note, author: note.author })),
  )
  for (const mention of presented) {
    const user_id = added.find(({ id }) => id === mention.id)?.user_id
    if (user_id) await ctx.emit(mentionCreated, mention, { teammate, user_id })
  }
}

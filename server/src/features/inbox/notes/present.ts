import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import type { Operator } from '#contracts/inbox.ts'
import type { Mention, Note } from '#contracts/notes.ts'
import { isAny } from '#platform/db/is-any.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type UserRow, users } from '../../users/table.ts'
import { presentInbox } from '../rows.ts'
import { conversationMentions, type MentionRow, type NoteRow } from './table.ts'

/** As much of a note as a mention shows. */
const PREVIEW_CHARACTERS = 200

export const presentPerson = ({ id, name, email, picture }: UserRow): Operator => ({ id, name: name ?? email, picture })

/** Notes with their people, read in one query a kind for all of them. */
export async function presentNotes(ctx: OrgContext, rows: NoteRow[]): Promise<Note[]> {
  if (rows.length === 0) return []
  const author_ids = rows.flatMap(({ user_id }) => user_id ?? [])
  const note_ids = rows.map(({ id }) => id)
  const authors = await ctx.db.select().from(users).where(isAny(users.id, author_ids))
  const mentioned = await ctx.db
    .select({ note_id: conversationMentions.note_id, user: getTableColumns(users) })
    .from(conversationMentions)
    .innerJoin(users, eq(users.id, conversationMentions.user_id))
    .where(
      and(eq(conversationMentions.organization_id, ctx.organization.id), isAny(conversationMentions.note_id, note_ids)),
    )
    .orderBy(asc(conversationMentions.id))
  return rows.map((row) => {
    const author = authors.find(({ id }) => id === row.user_id)
    return {
      id: row.id,
      organization_id: row.organization_id,
      conversation_id: row.conversation_id,
      author: author ? presentPerson(author) : null,
      content: row.content,
      mentioned_users: mentioned.filter(({ note_id }) => note_id === row.id).map(({ user }) => presentPerson(user)),
      client_note_id: row.client_note_id,
      created_at: row.created_at.toISOString(),
      edited_at: row.edited_at?.toISOString() ?? null,
    }
  })
}

export async function presentNote(ctx: OrgContext, row: NoteRow): Promise<Note> {
  const [presented] = await presentNotes(ctx, [row])
  if (!presented) throw new Error('The note is gone')
  return presented
}

type Mentioned = { mention: MentionRow; note: Pick<NoteRow, 'id' | 'content'>; author: Operator | null }

/** Mentions of which it is known that anyone who reads them may see their conversations. */
export async function presentMentions(ctx: OrgContext, rows: Mentioned[]): Promise<Mention[]> {
  const shown = await presentInbox(ctx, [...new Set(rows.map(({ mention }) => mention.conversation_id))])
  return rows.flatMap(({ mention, note, author }) => {
    const conversation = shown.find(({ id }) => id === mention.conversation_id)
    if (!conversation) return []
    return {
      id: mention.id,
      note: { id: note.id, author, content: note.content.slice(0, PREVIEW_CHARACTERS).toWellFormed() },
      conversation,
      read_at: mention.read_at?.toISOString() ?? null,
      created_at: mention.created_at.toISOString(),
    }
  })
}

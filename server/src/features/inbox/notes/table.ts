import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from '#platform/db/columns.ts'
import { conversations } from '../../conversations/table.ts'
import { users } from '../../users/table.ts'

/**
 * Notes lie apart from `messages`: what reads messages, for a contact, a model or a channel, cannot come upon a note, whatever
 * it forgets to ask for.
 */
export const conversationNotes = pgTable(
  'conversation_notes',
  {
    id: id(),
    organization_id: uuid().notNull(),
    conversation_id: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    content: text().notNull(),
    /** What a client calls the note that it sends, so that it may send it again. */
    client_note_id: uuid(),
    created_at: createdAt(),
    edited_at: instant(),
    deleted_at: instant(),
  },
  (table) => [
    uniqueIndex('a_note_is_written_once')
      .on(table.organization_id, table.user_id, table.client_note_id)
      .where(sql`${table.client_note_id} is not null`),
    index('notes_of_a_conversation')
      .on(table.organization_id, table.conversation_id, table.id)
      .where(sql`${table.deleted_at} is null`),
  ],
)
export type NoteRow = typeof conversationNotes.$inferSelect

/** People who are mentioned in a note that was not deleted. */
export const conversationMentions = pgTable(
  'conversation_mentions',
  {
    id: id(),
    organization_id: uuid().notNull(),
    note_id: uuid()
      .notNull()
      .references(() => conversationNotes.id, { onDelete: 'cascade' }),
    conversation_id: uuid().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    read_at: instant(),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex('a_note_mentions_a_person_once').on(table.organization_id, table.note_id, table.user_id),
    index('mentions_of_a_person').on(table.organization_id, table.user_id, table.id),
    index('mentions_that_are_unread')
      .on(table.organization_id, table.user_id, table.conversation_id)
      .where(sql`${table.read_at} is null`),
  ],
)
export type MentionRow = typeof conversationMentions.$inferSelect

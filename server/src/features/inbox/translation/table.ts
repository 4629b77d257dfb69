import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '#platform/db/columns.ts'
import { messages } from '../../conversations/table.ts'

/** Translations of contacts' messages, by language. */
export const messageTranslations = pgTable(
  'message_translations',
  {
    organization_id: uuid().notNull(),
    message_id: uuid().notNull(),
    language: text().notNull(),
    content: text().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({
      name: 'a_message_is_translated_once_into_a_language',
      columns: [table.organization_id, table.message_id, table.language],
    }),
    foreignKey({
      name: 'a_translation_goes_with_its_message',
      columns: [table.message_id],
      foreignColumns: [messages.id],
    }).onDelete('cascade'),
  ],
)

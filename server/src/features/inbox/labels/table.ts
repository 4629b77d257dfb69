import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { LabelColor } from '#contracts/label-names.ts'
import { createdAt, id, instant } from '#platform/db/columns.ts'
import { conversations } from '../../conversations/table.ts'
import { organizationId } from '../../organizations/table.ts'

export const labels = pgTable(
  'labels',
  {
    id: id(),
    organization_id: organizationId(),
    name: text().notNull(),
    /** The name by which it is taken: in lower case, made by the program, because databases disagree about letters. */
    name_key: text().notNull(),
    color: text().$type<LabelColor>().notNull(),
    created_at: createdAt(),
  },
  (table) => [uniqueIndex('a_label_has_a_name_of_its_own').on(table.organization_id, table.name_key)],
)
export type LabelRow = typeof labels.$inferSelect

/**
 * Which conversations have which labels, with what the inbox orders conversations by, so that those of a label are read from
 * an index in their order. A trigger on `conversations` keeps `last_message_at`.
 */
export const conversationLabels = pgTable(
  'conversation_labels',
  {
    organization_id: uuid().notNull(),
    conversation_id: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Without a foreign key, which would look for a deleted label through all organizations. */
    label_id: uuid().notNull(),
    employee_id: uuid().notNull(),
    is_internal: boolean().notNull(),
    last_message_at: instant(),
  },
  (table) => [
    primaryKey({
      name: 'a_conversation_has_a_label_once',
      columns: [table.organization_id, table.conversation_id, table.label_id],
    }),
    index('conversations_of_a_label').on(
      table.organization_id,
      table.label_id,
      table.employee_id,
      table.is_internal,
      table.last_message_at,
      table.conversation_id,
    ),
  ],
)

import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { json } from '#platform/db/columns.ts'
import { messages } from '../table.ts'

/** Inputs and outputs of tools that are too large for events and for the message itself. */
export const messagePayloads = pgTable(
  'message_payloads',
  {
    organization_id: uuid().notNull(),
    message_id: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    call_id: text().notNull(),
    kind: text().$type<'input' | 'output'>().notNull(),
    /** The length in characters of JSON. */
    size: integer().notNull(),
    data: json<{ value: unknown }>().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'a_payload_belongs_to_one_call',
      columns: [table.organization_id, table.message_id, table.call_id, table.kind],
    }),
  ],
)
export type MessagePayloadRow = typeof messagePayloads.$inferSelect

import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from '#platform/db/columns.ts'
import { organizationId } from '../../organizations/table.ts'
import { users } from '../../users/table.ts'

export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: id(),
    organization_id: organizationId(),
    shortcut: text().notNull(),
    /** The shortcut in lower case; computed by the program, because databases lower letters differently. */
    shortcut_key: text().notNull(),
    content: text().notNull(),
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('a_canned_reply_has_a_shortcut_of_its_own').on(table.organization_id, table.shortcut_key)],
)
export type CannedReplyRow = typeof cannedReplies.$inferSelect

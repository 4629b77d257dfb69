import { foreignKey, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from '#platform/db/columns.ts'
import { aiEmployees } from '../teammates/table.ts'
import { users } from '../users/table.ts'

export const hostedTokens = pgTable(
  'hosted_tokens',
  {
    id: id(),
    organization_id: uuid().notNull(),
    employee_id: uuid().notNull(),
    /** Who made it, and in whose name it calls. */
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull().default(''),
    token_hash: text().notNull(),
    /** What is shown of it: its last characters. */
    ending: text().notNull(),
    last_used_at: instant(),
    created_at: createdAt(),
  },
  (table) => [
    unique('a_hosted_token_is_one_of_its_kind').on(table.token_hash),
    index('hosted_tokens_of_a_teammate').on(table.organization_id, table.employee_id, table.user_id, table.id),
    foreignKey({
      name: 'a_hosted_token_is_for_a_teammate_of_its_organization',
      columns: [table.organization_id, table.employee_id],
      foreignColumns: [aiEmployees.organization_id, aiEmployees.id],
    }).onDelete('cascade'),
  ],
)
export type HostedTokenRow = typeof hostedTokens.$inferSelect

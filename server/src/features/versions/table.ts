import { integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, json } from '#platform/db/columns.ts'
import { organizationId } from '../organizations/table.ts'
import { users } from '../users/table.ts'

/** What an entity looked like after each change; written, never updated. */
export const entityVersions = pgTable(
  'entity_versions',
  {
    id: id(),
    organization_id: organizationId(),
    entity_type: text().notNull(),
    entity_id: uuid().notNull(),
    version: integer().notNull(),
    snapshot: json<Record<string, unknown>>().notNull(),
    created_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
  },
  (table) => [
    unique('a_version_of_an_entity_is_numbered_once').on(
      table.organization_id,
      table.entity_type,
      table.entity_id,
      table.version,
    ),
  ],
)
export type EntityVersionRow = typeof entityVersions.$inferSelect

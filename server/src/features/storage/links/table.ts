import { foreignKey, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/db/columns.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { storageEntries } from '../table.ts'

/** Ways to one file for anyone who holds the token, of which only the sum is kept. */
export const storageLinks = pgTable(
  'storage_links',
  {
    token_hash: text().primaryKey(),
    organization_id: uuid().notNull(),
    entry_id: uuid().notNull(),
    /** Who made the link: it opens as long as this teammate may read the file. */
    employee_id: uuid().notNull(),
    /** The link opens as long as this run continues; a link of no run until it expires. */
    run_id: uuid(),
    expires_at: instant().notNull(),
  },
  (table) => [
    index('links_by_their_end').on(table.expires_at),
    index('links_to_a_file').on(table.organization_id, table.entry_id),
    foreignKey({
      name: 'a_link_leads_to_a_file_of_its_organization',
      columns: [table.organization_id, table.entry_id],
      foreignColumns: [storageEntries.organization_id, storageEntries.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'a_link_is_made_by_a_teammate_of_its_organization',
      columns: [table.organization_id, table.employee_id],
      foreignColumns: [aiEmployees.organization_id, aiEmployees.id],
    }).onDelete('cascade'),
  ],
)

import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Provider } from '#contracts/models.ts'
import type { Vendor } from '#contracts/parties.ts'
import { instant } from '#platform/db/columns.ts'
import { organizations } from '../organizations/table.ts'

/** What an organization brings of its own to a vendor. */
export const vendorCredentials = pgTable(
  'vendor_credentials',
  {
    organization_id: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    provider: text().$type<Vendor>().notNull(),
    api_key_sealed: text(),
    base_url: text(),
    /** What the vendor said of the key when it was set. */
    key_check: text().$type<NonNullable<Provider['key_check']>>(),
    /** What stood here before the last clearing, for as long as that can be undone. */
    cleared_api_key_sealed: text(),
    cleared_base_url: text(),
    cleared_at: instant(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({
      name: 'an_organization_has_one_credential_per_vendor',
      columns: [table.organization_id, table.provider],
    }),
  ],
)
export type VendorCredentialRow = typeof vendorCredentials.$inferSelect

import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ConnectionAttempt, Provider } from '#contracts/models.ts'
import type { Vendor } from '#contracts/parties.ts'
import { createdAt, id, instant } from '#platform/db/columns.ts'
import { organizationId } from '../organizations/table.ts'
import { users } from '../users/table.ts'

/** An organization's own credential of a vendor. */
export const vendorCredentials = pgTable(
  'vendor_credentials',
  {
    organization_id: organizationId(),
    provider: text().$type<Vendor>().notNull(),
    api_key_sealed: text(),
    base_url: text(),
    /** The vendor's answer about the key when it was set. */
    key_check: text().$type<NonNullable<Provider['key_check']>>(),
    /** What stood here before the last clearing, for as long as that can be undone. */
    cleared_api_key_sealed: text(),
    cleared_base_url: text(),
    cleared_at: instant(),
    /** The sign-in to a plan, for a vendor without keys. */
    tokens_sealed: text(),
    tokens_expire_at: instant(),
    /** Whose plan it is, as the vendor names them. */
    account: text(),
    /** When the vendor revoked the sign-in. */
    lost_at: instant(),
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

/** Attempts to sign in to the vendor’s plan. A pending one is polled for by whichever process leases it. */
export const vendorConnectionAttempts = pgTable(
  'vendor_connection_attempts',
  {
    id: id(),
    organization_id: organizationId(),
    started_by_user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text().$type<ConnectionAttempt['status']>().notNull().default('pending'),
    user_code: text().notNull(),
    verification_url: text().notNull(),
    device_auth_id_sealed: text().notNull(),
    /** What the vendor granted, kept until it is exchanged: the vendor hands it out once. */
    grant_sealed: text(),
    error: text(),
    interval_seconds: integer().notNull(),
    next_poll_at: instant().notNull(),
    lease_id: uuid(),
    leased_until: instant(),
    expires_at: instant().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex('an_organization_has_one_pending_connection_attempt')
      .on(table.organization_id)
      .where(sql`${table.status} = 'pending'`),
    index('connection_attempts_of_an_organization').on(table.organization_id, table.id),
    index('pending_connection_attempts_by_next_poll').on(table.next_poll_at).where(sql`${table.status} = 'pending'`),
  ],
)
export type ConnectionAttemptRow = typeof vendorConnectionAttempts.$inferSelect

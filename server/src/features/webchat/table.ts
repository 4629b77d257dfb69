import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { WidgetSettings } from '#contracts/widget-settings.ts'
import { createdAt, id, instant, json } from '#platform/db/columns.ts'
import { organizationId, organizations } from '../organizations/table.ts'
import { employeeId } from '../teammates/table.ts'

/** Ways into webchat: which teammate answers there. */
export const webchatEntryPoints = pgTable(
  'webchat_entry_points',
  {
    id: id(),
    organization_id: organizationId(),
    name: text().notNull(),
    employee_id: employeeId(),
    /** Whether a visitor may have several conversations there. */
    multi_conversations: boolean().notNull().default(false),
    /** When a page of another site first loaded the widget; null until one has. */
    on_site_since: instant(),
    created_at: createdAt(),
  },
  (table) => [index('entry_points_of_an_organization').on(table.organization_id, table.id)],
)
export type EntryPointRow = typeof webchatEntryPoints.$inferSelect

/** How an organization's widget looks and whom it serves; written when someone first changes or reads it. */
export const webchatSettings = pgTable('webchat_settings', {
  organization_id: uuid()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** What differs from the defaults. */
  settings: json<Partial<WidgetSettings>>().notNull().default({}),
  /** Pages that may use the widget; empty lets every page. */
  allowed_origins: text().array().notNull().default(sql`'{}'`),
  identity_required: boolean().notNull().default(false),
  identity_secret_sealed: text().notNull(),
})
export type WebchatSettingsRow = typeof webchatSettings.$inferSelect

import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditAction, AuditEntry } from '#contracts/audit.ts'
import { id, instant, json } from '#platform/db/columns.ts'
import { organizations } from '../organizations/table.ts'

/** Who did what; a trigger refuses every update, and only time deletes. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    /** Null for what concerns the platform as a whole. */
    organization_id: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    actor: text().$type<AuditEntry['actor']['kind']>().notNull().default('user'),
    /** Kept when the user is gone. */
    user_id: uuid(),
    action: text().$type<AuditAction>().notNull(),
    subject_type: text(),
    subject_id: text(),
    subject_name: text(),
    before: json<Record<string, unknown>>(),
    after: json<Record<string, unknown>>(),
    address: text(),
    request_id: text(),
    created_at: instant().notNull(),
  },
  (table) => [
    index('audit_of_an_organization').on(table.organization_id, table.created_at, table.id),
    index('audit_of_a_user').on(table.organization_id, table.user_id, table.created_at, table.id),
    index('audit_of_an_action').on(table.organization_id, table.action, table.created_at, table.id),
    index('audit_by_age').on(table.created_at),
  ],
)

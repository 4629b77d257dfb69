import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Role } from '#contracts/organizations.ts'
import { createdAt, id, instant } from '#platform/db/columns.ts'
import { aiModels } from '../catalog/table.ts'
import { users } from '../users/table.ts'

export const organizations = pgTable(
  'organizations',
  {
    id: id(),
    name: text().notNull(),
    status: text().$type<'active' | 'inactive'>().notNull().default('active'),
    ai_default_model: bigint({ mode: 'number' }).references(() => aiModels.id, { onDelete: 'set null' }),
    is_debug_mode: boolean().notNull().default(false),
    use_lazy_tools: boolean().notNull().default(true),
    is_auto_compacting_enabled: boolean().notNull().default(false),
    ai_employee_daily_cost_limit_usd: numeric({ precision: 14, scale: 2, mode: 'number' }),
    available_tokens: numeric({ precision: 16, scale: 6, mode: 'number' }).notNull().default(0),
    public_api_key: text().notNull(),
    private_api_key_sealed: text().notNull(),
    private_api_key_hash: text().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex('a_public_key_belongs_to_one_organization').on(table.public_api_key),
    uniqueIndex('a_private_key_belongs_to_one_organization').on(table.private_api_key_hash),
    check('an_organization_is_active_or_inactive', sql`${table.status} in ('active', 'inactive')`),
    check('an_organization_has_a_name', sql`length(trim(${table.name})) > 0`),
  ],
)
export type OrganizationRow = typeof organizations.$inferSelect

/** The column of a table whose rows belong to one organization and are deleted with it. */
export const organizationId = () =>
  uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' })

export const memberships = pgTable(
  'memberships',
  {
    organization_id: organizationId(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text().$type<Role>().notNull(),
    /** A removed member keeps the row, so that the removal can be undone. */
    removed_at: instant(),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'a_user_is_a_member_once', columns: [table.organization_id, table.user_id] }),
    index('memberships_of_a_user').on(table.user_id),
    check('a_role_is_known', sql`${table.role} in ('owner', 'admin', 'member')`),
  ],
)
export type MembershipRow = typeof memberships.$inferSelect

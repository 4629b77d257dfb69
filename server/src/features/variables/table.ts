import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '#platform/db/columns.ts'
import { organizationId } from '../organizations/table.ts'

export const variables = pgTable(
  'variables',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    organization_id: organizationId(),
    placeholder: text().notNull(),
    /** A secret has none: what is not read by mistake is not shown by mistake. */
    value: text(),
    value_sealed: text(),
    is_secret: boolean().notNull(),
    created_at: createdAt(),
    updated_at: instant().notNull().defaultNow(),
    deleted_at: instant(),
  },
  (table) => [
    uniqueIndex('a_variable_has_a_name_of_its_own')
      .on(table.organization_id, table.placeholder)
      .where(sql`${table.deleted_at} is null`),
    index('variables_by_creation')
      .on(table.organization_id, table.created_at, table.id)
      .where(sql`${table.deleted_at} is null`),
    index('deleted_variables_by_deletion')
      .on(table.organization_id, table.deleted_at, table.id)
      .where(sql`${table.deleted_at} is not null`),
    check('a_variable_has_a_name', sql`${table.placeholder} <> ''`),
    check(
      'a_secret_is_sealed_and_nothing_else_is',
      sql`(${table.value} is null) = ${table.is_secret} and (${table.value_sealed} is not null) = ${table.is_secret}`,
    ),
  ],
)
export type VariableRow = typeof variables.$inferSelect

import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from '#platform/db/columns.ts'
import { memberships, organizationId } from '../../organizations/table.ts'
import { aiEmployees } from '../table.ts'

export const accessGroups = pgTable(
  'access_groups',
  {
    id: id(),
    organization_id: organizationId(),
    name: text().notNull(),
    created_at: createdAt(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [unique('an_access_group_belongs_to_one_organization').on(table.organization_id, table.id)],
)

/** Members removed from the organization and teammates in the trash keep their rows, so that both can come back. */
export const accessGroupUsers = pgTable(
  'access_group_users',
  {
    organization_id: uuid().notNull(),
    access_group_id: uuid().notNull(),
    user_id: uuid().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'a_user_is_in_an_access_group_once',
      columns: [table.organization_id, table.access_group_id, table.user_id],
    }),
    index('access_groups_of_a_user').on(table.organization_id, table.user_id, table.access_group_id),
    foreignKey({
      name: 'users_are_in_a_group_of_their_organization',
      columns: [table.organization_id, table.access_group_id],
      foreignColumns: [accessGroups.organization_id, accessGroups.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'users_of_a_group_are_members',
      columns: [table.organization_id, table.user_id],
      foreignColumns: [memberships.organization_id, memberships.user_id],
    }).onDelete('cascade'),
  ],
)

export const accessGroupEmployees = pgTable(
  'access_group_employees',
  {
    organization_id: uuid().notNull(),
    access_group_id: uuid().notNull(),
    employee_id: uuid().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'a_teammate_is_in_an_access_group_once',
      columns: [table.organization_id, table.access_group_id, table.employee_id],
    }),
    index('access_groups_of_a_teammate').on(table.organization_id, table.employee_id, table.access_group_id),
    foreignKey({
      name: 'teammates_are_in_a_group_of_their_organization',
      columns: [table.organization_id, table.access_group_id],
      foreignColumns: [accessGroups.organization_id, accessGroups.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'teammates_of_a_group_are_of_its_organization',
      columns: [table.organization_id, table.employee_id],
      foreignColumns: [aiEmployees.organization_id, aiEmployees.id],
    }).onDelete('cascade'),
  ],
)

import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { ConnectorType, OauthEntry } from '#contracts/connector-names.ts'
import { createdAt, id, instant, json } from '#platform/db/columns.ts'
import { organizationId } from '../organizations/table.ts'
import { aiEmployees } from '../teammates/table.ts'
import type { NegotiatedProtocol, StoredTool } from './remote-types.ts'

/** The last list of a server's tools, and how it was read. */
export const storedList = () => ({
  /** Stored, so that a call does not have to negotiate first. */
  protocol: json<NegotiatedProtocol>('footing'),
  tools: json<StoredTool[]>(),
  /** Grows when a new list differs from the one before. */
  list_version: integer().notNull().default(0),
  tool_count: integer(),
  token_count: integer(),
  listed_at: instant(),
  last_error: text(),
  last_error_at: instant(),
})

export const mcps = pgTable(
  'mcps',
  {
    id: id(),
    organization_id: organizationId(),
    name: text().notNull(),
    type: text().$type<ConnectorType>().notNull(),
    url: text(),
    /** Anyone who writes a key into a header instead of a variable must not find it in a backup. */
    headers_sealed: text(),
    oauth_mcp: text().$type<OauthEntry>(),
    /** Counts the changes that make a list of tools obsolete. */
    version: integer().notNull().default(1),
    ...storedList(),
    created_at: createdAt(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('a_connector_belongs_to_one_organization').on(table.organization_id, table.id),
    unique('a_connector_has_a_name_of_its_own').on(table.organization_id, table.name),
    check('a_connector_type_is_known', sql`${table.type} in ('simple', 'openapi', 'oauth')`),
    check('a_connector_has_an_address', sql`(${table.type} <> 'oauth') = (${table.url} is not null)`),
    check('an_oauth_connector_has_an_entry', sql`(${table.type} = 'oauth') = (${table.oauth_mcp} is not null)`),
  ],
)
export type ConnectorRow = typeof mcps.$inferSelect

/** What the operations of an API were chosen from, beside the connector because it may be long and is read to choose again. */
export const connectorDocuments = pgTable(
  'connector_documents',
  {
    mcp_id: uuid().primaryKey(),
    organization_id: uuid().notNull(),
    text: text().notNull(),
  },
  (table) => [
    foreignKey({
      name: 'a_document_is_of_a_connector',
      columns: [table.organization_id, table.mcp_id],
      foreignColumns: [mcps.organization_id, mcps.id],
    }).onDelete('cascade'),
  ],
)

/** What a teammate may use: a connector of the organization, or a predefined entry as it is. */
export const employeeMcps = pgTable(
  'employee_mcps',
  {
    id: id(),
    organization_id: uuid().notNull(),
    employee_id: uuid().notNull(),
    mcp_id: uuid(),
    oauth_mcp: text().$type<OauthEntry>(),
    /** The tools before each use of which a person is asked, by the names that a list keeps: a new name of the connector changes none. */
    ask: json<string[]>().notNull().default([]),
    created_at: createdAt(),
  },
  (table) => [
    foreignKey({
      name: 'an_assignment_is_of_a_teammate',
      columns: [table.organization_id, table.employee_id],
      foreignColumns: [aiEmployees.organization_id, aiEmployees.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'an_assignment_is_of_a_connector',
      columns: [table.organization_id, table.mcp_id],
      foreignColumns: [mcps.organization_id, mcps.id],
    }).onDelete('cascade'),
    unique('a_connector_is_assigned_once').on(table.organization_id, table.employee_id, table.mcp_id),
    unique('an_entry_is_assigned_once').on(table.organization_id, table.employee_id, table.oauth_mcp),
    index('assignments_of_a_connector').on(table.organization_id, table.mcp_id),
    check('an_assignment_is_of_one_thing', sql`num_nonnulls(${table.mcp_id}, ${table.oauth_mcp}) = 1`),
  ],
)

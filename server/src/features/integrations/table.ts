import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { OauthEntry } from '#contracts/connector-names.ts'
import type { IdentityProvider } from '#contracts/parties.ts'
import { createdAt, id, instant, json } from '#platform/db/columns.ts'
import { storedList } from '../connectors/table.ts'
import { aiEmployees } from '../teammates/table.ts'
import { users } from '../users/table.ts'

/** The account that someone connected to a teammate; it works for this teammate alone. */
export const oauthIntegrations = pgTable(
  'oauth_integrations',
  {
    id: id(),
    organization_id: uuid().notNull(),
    employee_id: uuid().notNull(),
    service: text().$type<IdentityProvider>().notNull(),
    tokens_sealed: text().notNull(),
    /** When the access token ends. */
    expires_at: instant().notNull(),
    /** What was granted, which may be less than what was asked for. */
    scopes: json<string[]>().notNull(),
    /** How the provider knows the account; null where it did not say. */
    account: text(),
    connected_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    connected_at: instant().notNull(),
    status: text().$type<'valid' | 'invalid' | 'unknown'>().notNull(),
    checked_at: instant().notNull(),
    created_at: createdAt(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      name: 'an_integration_is_of_a_teammate',
      columns: [table.organization_id, table.employee_id],
      foreignColumns: [aiEmployees.organization_id, aiEmployees.id],
    }).onDelete('cascade'),
    unique('a_teammate_has_one_account_of_a_service').on(table.organization_id, table.employee_id, table.service),
    index('integrations_by_account').on(table.service, table.account),
    index('integrations_of_a_user').on(table.connected_by),
    check('an_integration_is_of_a_known_service', sql`${table.service} in ('idpa', 'idpb')`),
    check('an_integration_status_is_known', sql`${table.status} in ('valid', 'invalid', 'unknown')`),
  ],
)
export type IntegrationRow = typeof oauthIntegrations.$inferSelect

/** People who have left for a provider to connect an account and are not back yet; each can come back once. */
export const oauthAttempts = pgTable(
  'oauth_attempts',
  {
    /** A hash of the nonce that travels: the table alone connects nothing. */
    nonce_hash: text().primaryKey(),
    organization_id: uuid().notNull(),
    employee_id: uuid().notNull(),
    service: text().$type<IdentityProvider>().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    code_verifier_sealed: text().notNull(),
    expires_at: instant().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    foreignKey({
      name: 'an_attempt_is_for_a_teammate',
      columns: [table.organization_id, table.employee_id],
      foreignColumns: [aiEmployees.organization_id, aiEmployees.id],
    }).onDelete('cascade'),
    index('oauth_attempts_by_end').on(table.expires_at),
    index('oauth_attempts_for_a_teammate').on(table.organization_id, table.employee_id),
    index('oauth_attempts_of_a_user').on(table.user_id),
  ],
)

/** The tools of a server that the operator has put in place of a predefined toolset, as it listed them for an account. */
export const oauthToolsets = pgTable(
  'oauth_toolsets',
  {
    organization_id: uuid().notNull(),
    employee_id: uuid().notNull(),
    service: text().$type<IdentityProvider>().notNull(),
    oauth_mcp: text().$type<OauthEntry>().notNull(),
    ...storedList(),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({
      name: 'a_toolset_is_listed_once',
      columns: [table.organization_id, table.employee_id, table.oauth_mcp],
    }),
    foreignKey({
      name: 'a_list_is_of_an_account',
      columns: [table.organization_id, table.employee_id, table.service],
      foreignColumns: [oauthIntegrations.organization_id, oauthIntegrations.employee_id, oauthIntegrations.service],
    }).onDelete('cascade'),
  ],
)
export type ToolsetRow = typeof oauthToolsets.$inferSelect

/**
 * What accounts that are gone had granted, until their provider is asked to revoke it. A trigger writes it for every account that
 * is deleted, whatever that was deleted with, so nothing here refers to an organization or a teammate: they may be gone, too.
 */
export const oauthGrantsToRevoke = pgTable('oauth_grants_to_revoke', {
  id: uuid().primaryKey().default(sql`gen_random_uuid()`),
  service: text().$type<IdentityProvider>().notNull(),
  account: text().notNull(),
  tokens_sealed: text().notNull(),
  created_at: createdAt(),
})

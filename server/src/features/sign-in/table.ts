import { boolean, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from '#platform/db/columns.ts'
import { sessions, users } from '../users/table.ts'

const userId = () => uuid().references(() => users.id, { onDelete: 'cascade' })

/** Who a user is at an auth server or in a directory. */
export const authIdentities = pgTable(
  'auth_identities',
  {
    id: id(),
    user_id: userId().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    unique('an_identity_belongs_to_one_user').on(table.issuer, table.subject),
    unique('a_user_has_one_identity_at_an_issuer').on(table.user_id, table.issuer),
  ],
)

/** The accounts at `idpa` of the sign-in before the auth server, with the claims about their owner. */
export const idpaIdentities = pgTable('idpa_identities', {
  user_id: userId().primaryKey(),
  subject: text().notNull().unique('an_idpa_account_belongs_to_one_user'),
  email: text(),
  name: text(),
  picture: text(),
  created_at: createdAt(),
  updated_at: instant().notNull().defaultNow(),
})

/** Links that an operator was given on the server's console: to set a fresh server up, or to sign one person in. */
export const operatorLinks = pgTable('operator_links', {
  /** A hash of what the link ends with. */
  id: text().primaryKey(),
  /** Whom it signs in; null where it sets the server up. */
  user_id: userId(),
  expires_at: instant().notNull(),
})

/** One-time codes with which a desktop app signs in; they end with the browser's session that let the app in. */
export const desktopCodes = pgTable('desktop_codes', {
  /** A hash of the code. */
  id: text().primaryKey(),
  /** A hash of the consent token that it was given for: each gives one code. */
  consent_hash: text().notNull().unique('a_consent_gives_one_code'),
  session_id: text()
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  user_id: userId().notNull(),
  /** S256 of the verifier that only the app has (RFC 7636). */
  code_challenge: text().notNull(),
  device_name: text().notNull(),
  /** A used code stays until its consent token has expired, so that the token gives no other one. */
  is_used: boolean().notNull().default(false),
  created_at: createdAt(),
})

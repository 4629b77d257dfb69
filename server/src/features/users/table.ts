import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { NOTIFY_OF } from '#contracts/preference-names.ts'
import { createdAt, id, instant } from '#platform/db/columns.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    name: text(),
    picture: text(),
    email: text().notNull(),
    is_admin: boolean().notNull().default(false),
    current_organization_id: uuid(),
    /** Their account of the chat platform: bots that are theirs alone answer to it. */
    msgr_account_id: text(),
    msgr_username: text(),
    msgr_name: text(),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex('an_email_belongs_to_one_user').on(sql`lower(${table.email})`),
    uniqueIndex('a_msgr_account_belongs_to_one_user').on(table.msgr_account_id),
  ],
)
export type UserRow = typeof users.$inferSelect

/** How someone wants to work; apart, because every request reads its user. */
export const userPreferences = pgTable('user_preferences', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  notify_of: text({ enum: NOTIFY_OF }).notNull(),
  has_sound: boolean().notNull(),
  has_notifications: boolean().notNull(),
  has_translation: boolean().notNull(),
})

export const sessions = pgTable(
  'sessions',
  {
    /** A keyed hash of the cookie's value: the table alone signs nobody in. */
    id: text().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expires_at: instant().notNull(),
    ws_expires_at: instant().notNull(),
    /** What the user knows it by; the key stays with the server. */
    public_id: uuid().notNull().defaultRandom(),
    user_agent: text(),
    /** Set for a desktop app; null for a browser. */
    device_name: text(),
    address: text(),
    created_at: createdAt(),
  },
  (table) => [index('sessions_of_a_user').on(table.user_id), index('sessions_by_end').on(table.ws_expires_at)],
)
export type SessionRow = typeof sessions.$inferSelect

/** What an auth server is shown when a session signs out there; apart, because every request reads its session. */
export const sessionIdTokens = pgTable('session_id_tokens', {
  session_id: text()
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  id_token_sealed: text().notNull(),
})

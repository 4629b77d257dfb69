import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '#platform/db/columns.ts'
import { users } from '../../users/table.ts'

/** Sign-ins that have left for a provider and are not back yet; each can come back once. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** A hash of the state that travels: the table alone finishes nobody's sign-in. */
    state_hash: text().primaryKey(),
    /** A hash of the cookie of the browser that left: what it brings back counts from no other. */
    browser_hash: text().notNull(),
    door: text().notNull(),
    nonce: text().notNull(),
    code_verifier_sealed: text().notNull(),
    invite_code: text(),
    return_path: text().notNull(),
    /** Who links an account; null where someone signs in. */
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    expires_at: instant().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    index('sign_in_attempts_by_end').on(table.expires_at),
    index('sign_in_attempts_of_a_user').on(table.user_id),
  ],
)
export type SignInAttemptRow = typeof signInAttempts.$inferSelect

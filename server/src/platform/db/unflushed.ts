import { sql } from 'drizzle-orm'

/**
 * Part of the `where` of a statement that is a transaction by itself: its commit does not wait for the disk. A crash of the
 * database then loses it, unless a later commit was flushed, which flushes all before it. For writes of which that is no loss,
 * such as locks, or that are followed by a flushed one before anything outside depends on them.
 */
export const unflushed = sql`(select set_config('synchronous_commit', 'off', true)) = 'off'`

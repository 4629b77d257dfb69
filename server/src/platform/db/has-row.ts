import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether the query finds a row for the row around it, by looking it up each time: `hasRow(sql`select from t where …`)`. A plain
 * `exists` lets the planner read whole tables once and hash them, which it prefers where tables have no statistics: in a new
 * installation, and always in PGlite. `offset 0` forbids that, because it makes each execution one of its own.
 */
export const hasRow = (query: SQL): SQL<boolean> => sql<boolean>`exists (${query} offset 0)`

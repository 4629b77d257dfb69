import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Whether a column has one of these ids; they travel as one parameter, however many there are. */
export const isAny = (column: AnyPgColumn | SQL, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(`{${ids.join(',')}}`)}::uuid[])`

import { fillPlaceholders, is, Placeholder, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'

const dialect = new PgDialect()

/**
 * A statement on the hot path: built once, prepared by name once a connection, so that the database neither parses nor
 * plans it again. Its parameters are `sql.placeholder('name')`; its rows come as the driver reads them.
 */
export function defineStatement<Params extends Record<string, unknown>, Row>(name: string, fragment: SQL) {
  const { text, params: slots } = once(dialect.sqlToQuery(fragment))
  return async (db: Db, params: Params): Promise<Row[]> => {
    const result = await db.$client.query({ name, text, values: fillPlaceholders(slots, params) })
    return result.rows as Row[]
  }
}

/** Sends each named parameter once, however often the statement names it. */
function once({ sql, params }: { sql: string; params: unknown[] }): { text: string; params: unknown[] } {
  const slots: unknown[] = []
  const numbers = params.map((param) => {
    const known = is(param, Placeholder)
      ? slots.findIndex((slot) => is(slot, Placeholder) && slot.name === param.name)
      : -1
    return known >= 0 ? known + 1 : slots.push(param)
  })
  return { text: sql.replaceAll(/\$(\d+)/g, (_, number) => `$${numbers[Number(number) - 1]}`), params: slots }
}

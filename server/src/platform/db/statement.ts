import { fillPlaceholders, is, Placeholder, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'

const dialect = new PgDialect()

/** The types a parameter can have, and what the caller gives for each; `jsonb` is text made by `toJson`. */
type Types = {
  uuid: string
  text: string
  date: string
  jsonb: string
  int: number
  bigint: number
  numeric: number
  boolean: boolean
  timestamptz: Date
  bytea: Buffer
  'int[]': number[]
  'text[]': string[]
  'uuid[]': string[]
  'bytea[]': Buffer[]
}
/** A question mark allows null. */
export type ParameterType = keyof Types | `${keyof Types}?`
type ValueOf<T> = T extends `${infer Name extends keyof Types}?`
  ? Types[Name] | null
  : T extends keyof Types
    ? Types[T]
    : never

/** The values that a statement with these declared parameters is called with. */
export type ParametersOf<Declared extends Record<string, ParameterType>> = {
  [Name in keyof Declared]: ValueOf<Declared[Name]>
}

/**
 * A statement on the hot path: built once, prepared by name once a connection, so that the database neither parses nor
 * plans it again. Its parameters are declared with their types, and used in the SQL as `${p.name}`; one that is declared
 * and not used is a mistake. Its rows come as the driver reads them.
 */
export function defineStatement<const Declared extends Record<string, ParameterType>, Row>(
  name: string,
  declared: Declared,
  write: (p: { readonly [Name in keyof Declared]: SQL }) => SQL<Row>,
) {
  const { text, slots } = sendEachOnce(dialect.sqlToQuery(write(parameters(declared))))
  const used = new Set(slots.map((slot) => (is(slot, Placeholder) ? slot.name : null)))
  const unused = Object.keys(declared).filter((each) => !used.has(each))
  if (unused.length > 0) throw new Error(`The statement ${name} does not use its parameters ${unused.join(', ')}`)
  return async (db: Db, values: ParametersOf<Declared>): Promise<Row[]> => {
    const result = await db.$client.query({ name, text, values: fillPlaceholders(slots, values) })
    return result.rows as Row[]
  }
}

function parameters<Declared extends Record<string, ParameterType>>(declared: Declared) {
  const entries = Object.entries(declared).map(([name, type]) => {
    return [name, sql`${sql.placeholder(name)}::${sql.raw(type.replace('?', ''))}`]
  })
  return Object.fromEntries(entries) as { [Name in keyof Declared]: SQL }
}

/** Sends each parameter once, however often the statement names it. */
function sendEachOnce({ sql, params }: { sql: string; params: unknown[] }): { text: string; slots: unknown[] } {
  const slots: unknown[] = []
  const numbers = params.map((param) => {
    const known = is(param, Placeholder)
      ? slots.findIndex((slot) => is(slot, Placeholder) && slot.name === param.name)
      : -1
    return known >= 0 ? known + 1 : slots.push(param)
  })
  return { text: sql.replaceAll(/\$(\d+)/g, (_, number) => `$${numbers[Number(number) - 1]}`), slots }
}

import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** A list with so many rows is read by one statement. */
const MAX_SINGLE_PAGE = 1000
/** Of a longer one: the driver reads all rows of a statement before anyone else has a turn. */
const PAGE = 200

type List<Row> = {
  /** So many rows, the first of the list. */
  first: (limit: number) => PromiseLike<Row[]>
  /** The ids of all rows, in order, as `idsInOrder` reads them. */
  ids: () => PromiseLike<{ ids: string | null }[]>
  /** The rows with these ids, in any order. */
  byIds: (ids: string[]) => PromiseLike<Row[]>
  idOf: (row: Row) => string
}

/** One text, because the driver takes a list apart by single characters. */
export const idsInOrder = (id: AnyPgColumn | SQL, ...order: SQL[]) =>
  sql<string | null>`string_agg(${id}::text, ',' order by ${sql.join(order, sql`, `)})`

/**
 * A whole list, page by page: neither memory nor the thread is full of the rows of a long one. What is deleted while it is read
 * is left out.
 */
export async function* readInPages<Row>({ first, ids: readIds, byIds, idOf }: List<Row>): AsyncGenerator<Row[]> {
  const few = await first(MAX_SINGLE_PAGE + 1)
  if (few.length <= MAX_SINGLE_PAGE) {
    yield few
    return
  }
  const [ordered] = await readIds()
  const ids = ordered?.ids?.split(',') ?? []
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = ids.slice(at, at + PAGE)
    const found = new Map((await byIds(page)).map((row) => [idOf(row), row]))
    yield page.flatMap((id) => found.get(id) ?? [])
  }
}

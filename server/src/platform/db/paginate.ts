import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { PgDialect, type PgSelect } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'
import { definePrepared } from './prepared.ts'

const dialect = new PgDialect()

/** Counting further than this helps nobody and costs everyone. */
const COUNTED = 10_000

export type Page<Row> = {
  data: Row[]
  page: number
  limit: number
  total: number
  hasMore: boolean
  total_capped?: true
}

type PageInput = { page: number; limit: number }

/** One page of a `$dynamic()` query that already has its order; `total` is exact up to 10,000. */
export async function paginate<Query extends PgSelect>(
  db: Db,
  query: Query,
  { page, limit }: PageInput,
): Promise<Page<Awaited<Query>[number]>> {
  const counting = countUpTo(query.getSQL(), COUNTED)
  const rows = (await query.limit(limit).offset((page - 1) * limit)) as Awaited<Query>[number][]
  return toPage(rows, { page, limit }, async () => countOf((await db.execute<Counted>(counting)).rows))
}

/**
 * The same for a list that is read often: built once from placeholders, prepared by name. `limit` and `offset` are its
 * own placeholders; the others are the caller's.
 */
export function definePage<Query extends PgSelect>(name: string, build: (db: Db) => Query) {
  const prepared = definePrepared((db) => {
    const counting = dialect.sqlToQuery(countUpTo(build(db).getSQL(), COUNTED))
    const rows = build(db).limit(sql.placeholder('limit')).offset(sql.placeholder('offset')).prepare(`${name}_page`)
    return { rows, counting }
  })
  return async (
    db: Db,
    params: Record<string, unknown>,
    { page, limit }: PageInput,
  ): Promise<Page<Awaited<Query>[number]>> => {
    const { rows, counting } = prepared(db)
    const read = await rows.execute({ ...params, limit, offset: (page - 1) * limit })
    return toPage(read as Awaited<Query>[number][], { page, limit }, async () => {
      const values = fillPlaceholders(counting.params, params)
      return countOf((await db.$client.query({ name: `${name}_count`, text: counting.sql, values })).rows)
    })
  }
}

/**
 * The same where a page's rows are read by a query of their own; `matching` selects every row, in no order. Both are asked at
 * once: in a long list they take alike long, and in a short one neither takes any time.
 */
export async function pageOfRows<Row>(
  db: Db,
  reading: PromiseLike<Row[]>,
  matching: SQL,
  page: PageInput,
): Promise<Page<Row>> {
  const [rows, counted] = await Promise.all([reading, db.execute<Counted>(countUpTo(matching, COUNTED))])
  return toPage(rows, page, async () => countOf(counted.rows))
}

/** A page that is not full is the last one, and says itself how many there are; only otherwise it is counted. */
async function toPage<Row>(data: Row[], { page, limit }: PageInput, count: () => Promise<number>): Promise<Page<Row>> {
  const before = (page - 1) * limit
  const isLast = data.length > 0 ? data.length < limit : before === 0
  const counted = isLast ? before + data.length : await count()
  const capped = counted > COUNTED
  const hasMore = capped ? data.length === limit : page * limit < counted
  return {
    data,
    page,
    limit,
    total: Math.min(counted, COUNTED),
    hasMore,
    ...(capped && { total_capped: true as const }),
  }
}

type Counted = { count: number }
const countOf = (rows: Counted[]): number => rows[0]?.count ?? 0

const countUpTo = (query: SQL, max: number): SQL =>
  sql`select count(*)::int as count from (select 1 from (${query}) as listed limit ${sql.raw(String(max + 1))}) as counted`

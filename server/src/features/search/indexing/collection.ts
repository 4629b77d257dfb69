import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { queueEveryDocument } from '../../storage/documents/queue-document.ts'
import { storageCollection } from '../table.ts'
import { type Embedder, embedderOf } from './embed/embedder.ts'
import { canWalkIndex, makeVectors, SHARED_VECTORS } from './vectors.ts'

/**
 * `absent`: this database has no vectors, and nothing but semantic search misses them. `mismatched`: those that are there
 * were made by another embedding or have another size, and indexing stops until an operator recreates them.
 */
type Collection = { state: 'ready'; embedder: Embedder } | { state: 'absent' } | { state: 'mismatched'; reason: string }

/** Any constant: processes that start at once make the table one after the other. */
const MAKING_LOCK = 7_244_021
const MISSING = 'The database has no extension pgvector'

export async function readCollection(ctx: Context): Promise<Collection> {
  const embedder = embedderOf(ctx)
  const { rows } = await ctx.db.execute<{ embedding: string; dimensions: number }>(
    sql`select embedding, dimensions from ${storageCollection} where to_regclass(${SHARED_VECTORS}) is not null`,
  )
  const [kept] = rows
  if (!kept) return { state: 'absent' }
  if (kept.embedding === embedder.name && kept.dimensions === embedder.dimensions) return { state: 'ready', embedder }
  const described = ({ name, dimensions }: { name: string; dimensions: number }) =>
    `${name} with ${dimensions} dimensions`
  const reason = `The vectors were made by ${described({ name: kept.embedding, ...kept })}, but the settings say ${described(embedder)}; an operator must recreate the collection`
  return { state: 'mismatched', reason }
}

/**
 * Makes the tables of vectors where the database can have them; what was indexed without is indexed again then. A database
 * that cannot have them serves everything else.
 */
export async function prepareCollection(ctx: Context): Promise<void> {
  const { is_made, is_possible } = await look(ctx)
  if (!is_made && !is_possible) {
    ctx.log.warn({}, `${MISSING}: everything but semantic search works`)
    return
  }
  if (!is_made && !(await makeOnce(ctx))) return
  const found = await readCollection(ctx)
  if (found.state === 'mismatched')
    ctx.log.error({}, `indexing is stopped: ${found.reason}: npm start -- --recreate-collection`)
  await warnOfOldVersion(ctx)
}

async function warnOfOldVersion(ctx: Context): Promise<void> {
  const { rows } = await ctx.db.execute<{ version: string }>(
    sql`select extversion as version from pg_extension where extname = 'vector' and not ${canWalkIndex}`,
  )
  const [old] = rows
  if (old)
    ctx.log.warn(
      {},
      `pgvector ${old.version} is older than 0.8: semantic search of a large organization compares all of its passages`,
    )
}

/** False where the database refuses. */
async function makeOnce(ctx: Context): Promise<boolean> {
  try {
    await ctx.transaction(async (ctx) => {
      await lockMaking(ctx)
      if (!(await look(ctx)).is_made) await makeCollection(ctx)
    })
    return true
  } catch (error) {
    ctx.log.warn({ err: error }, 'the vectors cannot be prepared: everything but semantic search works')
    return false
  }
}

async function look(ctx: Context): Promise<{ is_made: boolean; is_possible: boolean }> {
  const { rows } = await ctx.db.execute<{ is_made: boolean; is_possible: boolean }>(sql`
    select to_regclass(${SHARED_VECTORS}) is not null as is_made,
      exists (select 1 from pg_available_extensions where name = 'vector') as is_possible`)
  return rows[0] ?? { is_made: false, is_possible: false }
}

/** Drops all vectors, however they were made, and has every document indexed again; says how many wait for that. */
export function recreateCollection(ctx: Context): Promise<number> {
  return ctx.transaction(async (ctx) => {
    if (!(await look(ctx)).is_possible) throw new AppError('unavailable', MISSING)
    await lockMaking(ctx)
    return makeCollection(ctx)
  })
}

const lockMaking = (ctx: Context) => ctx.db.execute(sql`select pg_advisory_xact_lock(${MAKING_LOCK})`)

async function makeCollection(ctx: Context): Promise<number> {
  const { name, dimensions } = embedderOf(ctx)
  await ctx.db.execute(sql`create extension if not exists vector`)
  await makeVectors(ctx, dimensions)
  await ctx.db.delete(storageCollection)
  await ctx.db.insert(storageCollection).values({ embedding: name, dimensions })
  return queueEveryDocument(ctx)
}

/** Holds while the collection is the one that these vectors are made for; a statement that writes them asks. */
export const isCollectionOf = ({ name, dimensions }: Embedder) =>
  sql`exists (select 1 from ${storageCollection} where embedding = ${name} and dimensions = ${dimensions})`

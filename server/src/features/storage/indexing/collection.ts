import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { storageDocuments } from '../table.ts'
import { type Embedder, embedderOf } from './embed/embedder.ts'
import { storageCollection } from './table.ts'

/**
 * `absent`: this database has no vectors, and nothing but semantic search misses them. `mismatched`: those that are there
 * were made by another embedding or have another size, and indexing stops until an operator recreates them.
 */
export type Collection =
  | { state: 'ready'; embedder: Embedder }
  | { state: 'absent' }
  | { state: 'mismatched'; reason: string }

/** Any constant: processes that start at once make the table one after the other. */
const MAKING_LOCK = 7_244_021
/** What fits into a page beside its row's head is read without a detour. */
const MOST_INLINE = 2000

export async function readCollection(ctx: Context): Promise<Collection> {
  const embedder = embedderOf(ctx)
  const { rows } = await ctx.db.execute<{ embedding: string; dimensions: number }>(
    sql`select embedding, dimensions from ${storageCollection} where to_regclass('storage_vectors') is not null`,
  )
  const [kept] = rows
  if (!kept) return { state: 'absent' }
  if (kept.embedding === embedder.name && kept.dimensions === embedder.dimensions) return { state: 'ready', embedder }
  const described = ({ name, dimensions }: { name: string; dimensions: number }) =>
    `${name} with ${dimensions} dimensions`
  const reason = `The vectors were made by ${described({ name: kept.embedding, ...kept })}, but the settings say ${described(embedder)}; an operator must recreate the collection`
  return { state: 'mismatched', reason }
}

/** Makes the table of vectors where the database can have one; what was indexed without is indexed again then. */
export async function prepareCollection(ctx: Context): Promise<void> {
  const { rows } = await ctx.db.execute<{ made: boolean; possible: boolean }>(sql`
    select to_regclass('storage_vectors') is not null as made,
      exists (select 1 from pg_available_extensions where name = 'vector') as possible`)
  if (rows[0]?.made) {
    const found = await readCollection(ctx)
    if (found.state === 'mismatched') ctx.log.error({}, `indexing is stopped: ${found.reason}`)
    return
  }
  if (!rows[0]?.possible) {
    ctx.log.warn({}, 'the database has no extension pgvector: everything but semantic search works')
    return
  }
  try {
    await ctx.db.execute(sql`create extension if not exists vector`)
  } catch (error) {
    ctx.log.warn({ err: error }, 'the extension pgvector cannot be created: everything but semantic search works')
    return
  }
  await ctx.transaction(makeVectors)
}

/** Drops all vectors, however they were made, and has every document indexed again under the present settings. */
export function recreateCollection(ctx: Context): Promise<void> {
  return ctx.transaction(async (ctx) => {
    await ctx.db.execute(sql`drop table if exists storage_vectors`)
    await makeVectors(ctx)
  })
}

async function makeVectors(ctx: Context): Promise<void> {
  const { name, dimensions } = embedderOf(ctx)
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${MAKING_LOCK})`)
  const { rows } = await ctx.db.execute<{ made: boolean }>(
    sql`select to_regclass('storage_vectors') is not null as made`,
  )
  if (rows[0]?.made) return
  await ctx.db.execute(sql`
    create table storage_vectors (
      organization_id uuid not null,
      entry_id uuid not null,
      seq integer not null,
      embedding vector(${sql.raw(String(dimensions))}) not null,
      constraint a_chunk_has_one_vector primary key (organization_id, entry_id, seq),
      constraint a_vector_is_of_a_chunk foreign key (organization_id, entry_id, seq)
        references storage_chunks (organization_id, entry_id, seq) on delete cascade)`)
  if (dimensions < MOST_INLINE)
    await ctx.db.execute(sql`alter table storage_vectors alter column embedding set storage plain`)
  await ctx.db.delete(storageCollection)
  await ctx.db.insert(storageCollection).values({ embedding: name, dimensions })
  await ctx.db
    .update(storageDocuments)
    .set({ state: 'queued', attempts: 0, error: null, lease_id: null, leased_until: null })
}

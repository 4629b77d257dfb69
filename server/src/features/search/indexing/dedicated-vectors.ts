import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { storageDocuments } from '../../storage/table.ts'
import { dedicateVectors } from '../jobs.ts'
import { storageChunks } from '../table.ts'
import { readCollection } from './collection.ts'
import { canWalkIndex, listOwners, MANY, MAX_GRAPH_VECTORS, makeOwnVectors, ownVectors } from './vectors.ts'

/** Beyond so many chunks to compare each with a question takes longer than to walk an index. */
const LARGE = 20_000
/** An organization that shrinks does not come and go at one border. */
const SMALL_AGAIN = 0.25
/** A job ends now and then, and continues as another, so that a process can stop. */
const TURN_MS = 20_000
/** An index takes milliseconds for a vector, and others want the database too: work is as long as rest. */
const WORK_MS = 25
const LOWEST = MANY

/** Queues that the vectors of an organization move to a table of their own, if it is large. */
export async function queueIfLarge(ctx: Context, organization_id: string): Promise<void> {
  if (await hasMore(ctx, storageChunks, organization_id, LARGE)) await ctx.enqueue(dedicateVectors, { organization_id })
}

async function hasMore(ctx: Context, table: unknown, organization_id: string, than: number): Promise<boolean> {
  const { rows } = await ctx.db.execute(
    sql`select 1 from ${table} where organization_id = ${organization_id} offset ${than} limit 1`,
  )
  return rows.length > 0
}

/**
 * Moves the vectors of a large organization to a table and an index of their own. A search compares with those that have
 * not moved yet one by one, so that it finds as much in the meantime.
 */
export async function moveToDedicated(
  ctx: Context,
  { organization_id }: { organization_id: string },
  large = LARGE,
): Promise<void> {
  const collection = await readCollection(ctx)
  if (collection.state !== 'ready' || collection.embedder.dimensions > MAX_GRAPH_VECTORS) return
  if (!(await hasMore(ctx, storageChunks, organization_id, large))) return
  const { rows } = await ctx.db.execute<{ can: boolean }>(sql`select ${canWalkIndex} as can`)
  if (!rows[0]?.can) return
  await makeOwnVectors(ctx, organization_id, collection.embedder.dimensions)
  const isDone = await move(ctx, organization_id, { from: MANY, to: organization_id })
  if (!isDone) await ctx.enqueue(dedicateVectors, { organization_id })
}

/** Takes their table from organizations that have shrunk or are gone. */
export async function returnToShared(ctx: Context, large = LARGE): Promise<void> {
  for (const organization_id of await listOwners(ctx)) {
    const own = ownVectors(organization_id)
    if (await hasMore(ctx, own, organization_id, Math.floor(large * SMALL_AGAIN))) continue
    await move(ctx, organization_id, { from: organization_id, to: MANY })
    await ctx.transaction(async (ctx) => {
      await ctx.db.execute(sql`lock table ${own} in access exclusive mode`)
      // What is being indexed at this moment has stayed; the next time will find it.
      if (!(await hasMore(ctx, own, organization_id, 0))) await ctx.db.execute(sql`drop table ${own}`)
    })
  }
}

type Ways = { from: string; to: string }

/** True when nothing was left that could move. */
async function move(ctx: Context, organization_id: string, ways: Ways): Promise<boolean> {
  const end = performance.now() + TURN_MS
  let after = LOWEST
  let size = 1
  while (performance.now() < end) {
    const begun = performance.now()
    const { entry_id, moved } = await moveSome(ctx, organization_id, ways, after, size)
    if (!entry_id) return true
    if (moved < size) after = entry_id
    const took = performance.now() - begun
    if (moved === size) size = Math.max(1, Math.min(2 * size, Math.round((size * WORK_MS) / took)))
    await sleep(took)
  }
  return false
}

/**
 * Moves some vectors of the next document. Its row is locked first, as deleting it or indexing it again does: a row
 * that changes its table under a deletion would fail it.
 */
async function moveSome(
  ctx: Context,
  organization_id: string,
  { from, to }: Ways,
  after: string,
  size: number,
): Promise<{ entry_id: string | null; moved: number }> {
  const waiting: SQL = sql`v.organization_id = ${organization_id} and v.apart = ${from}`
  const { rows } = await ctx.db.execute<{ entry_id: string | null; moved: number }>(sql`
    with next as materialized (
      select v.entry_id from storage_vectors v
      where ${waiting} and v.entry_id > ${after} order by v.entry_id limit 1
    ), locked as materialized (
      select d.entry_id from ${storageDocuments} d
      where d.organization_id = ${organization_id} and d.entry_id = (select entry_id from next) and d.state = 'indexed'
      for update
    ), few as materialized (
      select v.entry_id, v.seq from storage_vectors v
      where ${waiting} and v.entry_id = (select entry_id from locked) order by v.seq limit ${size}
    ), moved as (
      update storage_vectors v set apart = ${to} from few
      where ${waiting} and v.entry_id = few.entry_id and v.seq = few.seq returning 1
    )
    select (select entry_id from next) as entry_id, (select count(*)::int from moved) as moved`)
  return rows[0] ?? { entry_id: null, moved: 0 }
}

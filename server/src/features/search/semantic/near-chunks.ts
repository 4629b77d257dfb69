import { type SQL, sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { storageDocuments, storageEntries } from '../../storage/table.ts'
import type { Chunk } from '../indexing/extract/chunk.ts'
import { canWalkIndex, hasOwnVectors, inGraph, MANY, ownVectors, sharedVectors } from '../indexing/vectors.ts'
import { isBelow } from '../scope.ts'
import { storageChunks } from '../table.ts'

export const CANDIDATES = 60
/** So few chunks are compared one by one, in less time than the index takes to come across them among all others. */
const FEW = 5000
/**
 * How many neighbors the walk through the index keeps in sight, and how many it looks at before it gives up. Vectors of
 * hashed words lie so far from each other that fewer would find three quarters of the nearest among 100,000.
 */
export const IN_SIGHT = 1000
const LOOKED_AT = 100_000

export type Found = Chunk & { entry_id: string; seq: number }
/** `similarity`: 1 for the same direction, 0 for none in common. */
export type Near = Found & { similarity: number }

/** The chunks within the starts that lie nearest to a vector. */
export async function nearChunks(
  ctx: OrgContext,
  starts: readonly string[],
  vector: string,
  dimensions: number,
  few = FEW,
): Promise<Near[]> {
  const { is_dedicated, is_whole } = await layout(ctx, starts)
  if (!is_dedicated) return compareAll(ctx, starts, vector)
  if (!is_whole && !(await hasMoreThan(ctx, few, starts))) return compareAll(ctx, starts, vector)
  return walkIndex(ctx, is_whole ? null : starts, vector, dimensions)
}

async function layout(
  { db, organization }: OrgContext,
  starts: readonly string[],
): Promise<{ is_dedicated: boolean; is_whole: boolean }> {
  const { rows } = await db.execute<{ is_dedicated: boolean; is_whole: boolean }>(sql`
    select ${hasOwnVectors(organization.id)} and ${canWalkIndex} as is_dedicated, exists (
      select 1 from ${storageEntries} where organization_id = ${organization.id}
        and id = any(${sql.param(`{${starts.join(',')}}`)}::uuid[]) and parent_id is null and name = '') as is_whole`)
  return rows[0] ?? { is_dedicated: false, is_whole: false }
}

/**
 * Of an indexed document within the starts, or anywhere: a look-up for each `c` that an index comes across, because a join
 * would make the planner go through all documents instead.
 */
export function isReadable(ctx: OrgContext, starts: readonly string[] | null): SQL {
  const isWithin =
    starts &&
    sql` and exists (
      select 1 from ${storageEntries} e
      where e.organization_id = c.organization_id and e.id = c.entry_id and ${isBelow(ctx, starts)})`
  return sql`(
    select true from ${storageDocuments} d
    where d.organization_id = c.organization_id and d.entry_id = c.entry_id and d.state = 'indexed'${isWithin ?? sql``})`
}

/** The same for many at once; joined to `c`. */
const readable = (ctx: OrgContext, starts: readonly string[]): SQL => sql`
  join ${storageDocuments} d on d.organization_id = c.organization_id and d.entry_id = c.entry_id and d.state = 'indexed'
  join ${storageEntries} e on e.organization_id = c.organization_id and e.id = c.entry_id and ${isBelow(ctx, starts)}`

async function hasMoreThan(ctx: OrgContext, few: number, starts: readonly string[]): Promise<boolean> {
  const { rows } = await ctx.db.execute(sql`
    select 1 from ${storageChunks} c ${readable(ctx, starts)}
    where c.organization_id = ${ctx.organization.id} offset ${few} limit 1`)
  return rows.length > 0
}

const chunksOf = (near: SQL): SQL => sql`
  select c.entry_id, c.seq, c.part, c.part_name, c.numbers, c.overlap, c.text, 1 - near.distance as similarity
  from ${near} join ${storageChunks} c using (organization_id, entry_id, seq)
  where near.distance < 1 order by near.distance, c.entry_id, c.seq limit ${CANDIDATES}`

/** Every chunk of the organization that may be read, one by one: nothing is missed. */
async function compareAll(ctx: OrgContext, starts: readonly string[], vector: string): Promise<Near[]> {
  const { id } = ctx.organization
  const { rows } = await ctx.db.execute<Near>(sql`
    with near as (
      select c.organization_id, c.entry_id, c.seq, ${asExact(sql`c.embedding <=> ${vector}::vector`)} as distance
      from storage_vectors c ${readable(ctx, starts)}
      where c.organization_id = ${id} and c.apart = any(${sql.param(`{${MANY},${id}}`)}::uuid[])
      order by distance limit ${CANDIDATES})
    ${chunksOf(sql`near`)}`)
  return rows
}

/** Written so that the planner sees no order that an index over vectors has. */
const asExact = (distance: SQL): SQL => sql`(${distance}) + 0`

/**
 * Through the index of a large organization, and beside it one by one what has not moved there yet. What may not be read
 * is passed over on the way, so that there are as many candidates however few of the neighbors may be read.
 */
function walkIndex(
  ctx: OrgContext,
  starts: readonly string[] | null,
  vector: string,
  dimensions: number,
): Promise<Near[]> {
  const { id } = ctx.organization
  const asked = sql`(select vector from asked)`
  const distance = sql`c.embedding <=> ${asked}`
  return ctx.transaction(async (ctx) => {
    await ctx.db.execute(
      sql.raw(
        `set local hnsw.iterative_scan = relaxed_order; set local hnsw.ef_search = ${IN_SIGHT}; set local hnsw.max_scan_tuples = ${LOOKED_AT}`,
      ),
    )
    const { rows } = await ctx.db.execute<Near>(sql`
      with asked as materialized (select ${vector}::vector as vector), near as materialized (
        (select c.organization_id, c.entry_id, c.seq, ${distance} as distance from ${ownVectors(id)} c
          where ${isReadable(ctx, starts)}
          order by ${inGraph(sql`c.embedding`, dimensions)} <=> ${inGraph(asked, dimensions)} limit ${CANDIDATES})
        union all
        (select c.organization_id, c.entry_id, c.seq, ${asExact(distance)} as distance from ${sharedVectors} c
          where c.organization_id = ${id} and ${isReadable(ctx, starts)} order by distance limit ${CANDIDATES})
      ) ${chunksOf(sql`near`)}`)
    return rows
  })
}

import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'

/** Where the vectors of everyone lie who has no table of their own. */
export const SHARED_VECTORS = 'storage_vectors_of_many'
export const sharedVectors: SQL = sql`${sql.identifier(SHARED_VECTORS)}`
/** Who is no organization: what is theirs is everyone's. */
export const MANY = '00000000-0000-0000-0000-000000000000'
/** What fits into a page beside its row's head is read without a detour. */
const MAX_INLINE = 2000

/**
 * One row a chunk, in a table for each value of `apart`: a large organization has one of its own, all others share one.
 * They are no migration, because their size is a setting and their type an extension that a database may lack.
 */
export async function makeVectors(ctx: Context, dimensions: number): Promise<void> {
  await ctx.db.execute(sql`drop table if exists storage_vectors`)
  await ctx.db.execute(sql`
    create table storage_vectors (
      organization_id uuid not null,
      entry_id uuid not null,
      seq integer not null,
      apart uuid not null default ${literal(MANY)},
      embedding vector(${sql.raw(String(dimensions))}) not null,
      constraint a_chunk_has_one_vector primary key (organization_id, entry_id, seq, apart),
      constraint a_vector_is_of_a_chunk foreign key (organization_id, entry_id, seq)
        references storage_chunks (organization_id, entry_id, seq) on delete cascade
    ) partition by list (apart)`)
  if (dimensions < MAX_INLINE)
    await ctx.db.execute(sql`alter table storage_vectors alter column embedding set storage plain`)
  await ctx.db.execute(sql`create table ${sharedVectors} partition of storage_vectors for values in (${literal(MANY)})`)
}

const ownName = (organization_id: string) => `storage_vectors_of_${organization_id.replaceAll('-', '')}`
export const ownVectors = (organization_id: string): SQL => sql`${sql.identifier(ownName(organization_id))}`

/** Whether an organization has a table of its own, for a statement to select. */
export const hasOwnVectors = (organization_id: string): SQL => sql`to_regclass(${ownName(organization_id)}) is not null`

/** Whether the database can continue along an index past what may not be read, which pgvector can from 0.8 on. */
export const canWalkIndex: SQL = sql`exists (
  select 1 from pg_extension where extname = 'vector' and string_to_array(extversion, '.')::int[] >= '{0,8}')`

/** A table of an organization's own, with an index that it grows with; made while it is empty, which takes no time. */
export async function makeOwnVectors(ctx: Context, organization_id: string, dimensions: number): Promise<void> {
  const own = ownVectors(organization_id)
  await ctx.transaction(async (ctx) => {
    await ctx.db.execute(
      sql`create table if not exists ${own} partition of storage_vectors for values in (${literal(organization_id)})`,
    )
    const operators = sql.raw(`${graphTypeOf(dimensions)}_cosine_ops`)
    await ctx.db.execute(sql`
      create index if not exists ${sql.identifier(`${ownName(organization_id)}_by_nearness`)} on ${own}
      using hnsw ((${inGraph(sql`embedding`, dimensions)}) ${operators})`)
  })
}

/** The organizations that have a table of their own. */
export async function listOwners(ctx: Context): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select right(c.relname, 32)::uuid as id from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass('storage_vectors') and c.relname <> ${SHARED_VECTORS}`)
  return rows.map(({ id }) => id)
}

/** As many numbers as an index over vectors takes: whole ones, and those of half precision. */
const MAX_WHOLE_VECTORS = 2000
export const MAX_GRAPH_VECTORS = 4000

const graphTypeOf = (dimensions: number) => (dimensions <= MAX_WHOLE_VECTORS ? 'vector' : 'halfvec')

/** A vector as the index has it. */
export const inGraph = (vector: SQL, dimensions: number): SQL =>
  dimensions <= MAX_WHOLE_VECTORS ? vector : sql`${vector}::halfvec(${sql.raw(String(dimensions))})`

/** What defines a table takes no parameters; ids are made here and have no quotes. */
const literal = (id: string): SQL => sql.raw(`'${id}'`)

import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'

/** Where the vectors of everybody lie who has no table of their own. */
export const SHARED_VECTORS = 'storage_vectors_of_many'
/** Who is no organization: what is theirs is everybody's. */
const MANY = '00000000-0000-0000-0000-000000000000'
/** What fits into a page beside its row's head is read without a detour. */
const MOST_INLINE = 2000

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
      apart uuid not null default ${sql.raw(`'${MANY}'`)},
      embedding vector(${sql.raw(String(dimensions))}) not null,
      constraint a_chunk_has_one_vector primary key (organization_id, entry_id, seq, apart),
      constraint a_vector_is_of_a_chunk foreign key (organization_id, entry_id, seq)
        references storage_chunks (organization_id, entry_id, seq) on delete cascade
    ) partition by list (apart)`)
  if (dimensions < MOST_INLINE)
    await ctx.db.execute(sql`alter table storage_vectors alter column embedding set storage plain`)
  await ctx.db.execute(
    sql`create table ${sql.identifier(SHARED_VECTORS)} partition of storage_vectors for values in (${sql.raw(`'${MANY}'`)})`,
  )
}

import { sql } from 'drizzle-orm'
import { searchTextOf } from '#features/search/indexing/extract/search-text.ts'
import { MANY } from '#features/search/indexing/vectors.ts'
import { vectorText } from '#features/search/indexing/write-chunks.ts'
import type { Context } from '#platform/context.ts'
import { toJson } from '#platform/db/columns.ts'
import { newId } from '#platform/id.ts'

/** Vectors that lie around some centers, as texts lie around their subjects; the same on every run. */
export function clusteredVectors(dimensions: number, centers = 40): () => Float32Array {
  const random = seeded(dimensions)
  const anywhere = () => Float32Array.from({ length: dimensions }, () => random() - 0.5)
  const places = Array.from({ length: centers }, anywhere)
  return () => {
    const center = places[Math.floor(random() * centers)]
    return anywhere().map((value, at) => 0.9 * value + (center?.[at] ?? 0))
  }
}

/** Mulberry32: small, and good enough to scatter. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Written = { text: string; vector: Float32Array }

const CHUNKS_A_FILE = 10
const BATCH_SIZE = 500

/** Indexed documents of ten chunks in a folder of an organization, written past the indexing, for searches among many. */
export async function fillWithVectors(
  ctx: Context,
  folder: { organization_id: string; id: string },
  count: number,
  next: () => Float32Array | Written,
  apart = MANY,
): Promise<void> {
  const { organization_id } = folder
  await ctx.db.execute(sql`
    insert into storage_blobs (organization_id, hash, is_encrypted, touched_at)
    values (${organization_id}, 'none', false, now()) on conflict do nothing`)
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const chunks = Array.from({ length: Math.min(BATCH_SIZE, count - from) }, (_, at) => {
      const given = next()
      const { text, vector } = 'text' in given ? given : { text: `passage ${from + at}`, vector: given }
      return { seq: at % CHUNKS_A_FILE, text, ...searchTextOf(text), vector: vectorText(vector) }
    })
    const files = Map.groupBy(chunks, (_, at) => Math.floor(at / CHUNKS_A_FILE))
    const rows = [...files.values()].flatMap((chunks) => {
      const entry_id = newId()
      return chunks.map((chunk) => ({ entry_id, ...chunk }))
    })
    await ctx.db.execute(sql`
      with given as materialized (
        select * from jsonb_to_recordset(${toJson(rows)}::jsonb) as g(entry_id uuid, seq int, text text, terms text, folded text, vector text)
      ), entries as (
        insert into storage_entries (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
        select distinct entry_id, ${organization_id}::uuid, ${folder.id}::uuid, entry_id || '.md', 'file', 1, 'none', false, now(), now()
        from given
      ), documents as (
        insert into storage_documents (organization_id, entry_id, state)
        select distinct ${organization_id}::uuid, entry_id, 'indexed' from given
      ), written as (
        insert into storage_chunks (organization_id, entry_id, seq, numbers, text, words, folded)
        select ${organization_id}::uuid, entry_id, seq, '{1}', text, array_to_tsvector(string_to_array(terms, ' ')), folded
        from given
      )
      insert into storage_vectors (organization_id, entry_id, seq, apart, embedding)
      select ${organization_id}::uuid, entry_id, seq, ${apart}::uuid, vector::vector from given`)
  }
}

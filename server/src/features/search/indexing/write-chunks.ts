import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { toJson } from '#platform/db/columns.ts'
import { type Claim, isHeld } from '../../storage/documents/claim-document.ts'
import { storageDocuments } from '../../storage/table.ts'
import { storageChunks } from '../table.ts'
import { isCollectionOf } from './collection.ts'
import type { Embedder } from './embed/embedder.ts'
import type { Chunk } from './extract/chunk.ts'
import type { SearchText } from './extract/search-text.ts'

/** Small enough that no statement holds up a database of one connection, nor its text the event loop. */
const BATCH_SIZE = 50
const BATCH_CHARACTERS = 200_000

export type Embedded = { embedder: Embedder; vectors: readonly Float32Array[] }

export class ClaimLost extends Error {}

/** The document as long as the claim holds: the lock on its row keeps a successor out of the statement. */
export const claimed = (claim: Claim, more: SQL = sql``): SQL => sql`claimed as (
  select organization_id, entry_id from ${storageDocuments} where ${isHeld(claim)}${more} for update)`

/** Takes the old text of a document away; it is not searched any more since its state says that it is being indexed. */
export async function clearChunks(ctx: Context, claim: Claim): Promise<void> {
  for (let deleted = 1; deleted > 0; ) {
    const { rows } = await ctx.db.execute<{ claimed: number; deleted: number }>(sql`
      with ${claimed(claim)}, deleted as (
        delete from ${storageChunks} where (organization_id, entry_id, seq) in (
          select c.organization_id, c.entry_id, c.seq from claimed
          join ${storageChunks} c using (organization_id, entry_id) limit 1000)
        returning 1)
      select (select count(*)::int from claimed) as claimed, (select count(*)::int from deleted) as deleted`)
    if (!rows[0]?.claimed) throw new ClaimLost()
    deleted = rows[0].deleted
  }
}

/** From which chunk to which one they are written together. One letter may be eighteen where it is folded. */
export function* batchesOf(
  chunks: readonly Chunk[],
  searchable: readonly SearchText[],
): Generator<{ from: number; to: number }> {
  let from = 0
  let characters = 0
  for (const [at, { text }] of chunks.entries()) {
    const { terms, folded } = searchable[at] ?? {}
    const length = text.length + (terms?.length ?? 0) + (folded?.length ?? 0)
    if (at > from && (at - from === BATCH_SIZE || characters + length > BATCH_CHARACTERS)) {
      yield { from, to: at }
      from = at
      characters = 0
    }
    characters += length
  }
  if (from < chunks.length) yield { from, to: chunks.length }
}

/** Writes chunks as long as nobody stops it, the claim holds, and the collection is the one that the vectors are for. */
export async function writeChunks(
  ctx: Context,
  claim: Claim,
  { chunks, searchable }: { chunks: readonly Chunk[]; searchable: readonly SearchText[] },
  embedded: Embedded | null,
  signal: AbortSignal,
): Promise<void> {
  const { embedder, vectors } = embedded ?? {}
  const isPresent = embedder ? sql` and ${isCollectionOf(embedder)}` : sql``
  for (const { from, to } of batchesOf(chunks, searchable)) {
    signal.throwIfAborted()
    const rows = chunks.slice(from, to).map((chunk, index) => ({
      ...chunk,
      ...searchable[from + index],
      seq: from + index,
      ...(vectors && { vector: vectorText(vectors[from + index]) }),
    }))
    const { rows: written } = await ctx.db.execute<{ count: number }>(sql`
      with ${claimed(claim, isPresent)}, given as (
        select claimed.organization_id, claimed.entry_id, g.* from claimed, jsonb_to_recordset(${toJson(rows)}::jsonb)
          as g(seq int, part int, part_name text, numbers int[], overlap int, text text, terms text, folded text, vector text)
      ), written as (
        insert into ${storageChunks} (organization_id, entry_id, seq, part, part_name, numbers, overlap, text, words, folded)
        select organization_id, entry_id, seq, part, part_name, numbers, overlap, text,
          array_to_tsvector(string_to_array(terms, ' ')), folded from given
        returning 1
      )${vectors ? writtenVectors : sql``}
      select count(*)::int as count from written`)
    if (written[0]?.count !== rows.length) throw new ClaimLost()
  }
}

const writtenVectors = sql`, placed as (
  insert into storage_vectors (organization_id, entry_id, seq, embedding)
  select organization_id, entry_id, seq, vector::vector from given)`

/** Five digits distinguish vectors as well as seven do, and make a shorter text. */
export const vectorText = (vector: Float32Array | undefined): string =>
  `[${Array.from(vector ?? [], (value) => (value === 0 ? '0' : value.toFixed(5))).join(',')}]`

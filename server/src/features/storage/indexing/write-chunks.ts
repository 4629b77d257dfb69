import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { toJson } from '#platform/db/columns.ts'
import { storageDocuments } from '../table.ts'
import { type Claim, isHeld } from './claim-document.ts'
import { isCollectionOf } from './collection.ts'
import type { Embedder } from './embed/embedder.ts'
import type { Chunk } from './extract/chunk.ts'
import { storageChunks } from './table.ts'

/** Small enough that no statement holds up a database of one connection. */
const BATCH = 50

export class ClaimLost extends Error {}

/** Takes the old text of a document away; it is not searched any more since its state says that it is being indexed. */
export async function clearChunks(ctx: Context, { organization_id, entry_id }: Claim): Promise<void> {
  for (let gone = 1; gone > 0; ) {
    const { rowCount } = await ctx.db.execute(sql`
      delete from ${storageChunks} where (organization_id, entry_id, seq) in (
        select organization_id, entry_id, seq from ${storageChunks}
        where organization_id = ${organization_id} and entry_id = ${entry_id} limit 1000)`)
    gone = rowCount ?? 0
  }
}

/** Writes chunks as long as the claim holds: the lock on the document's row keeps a successor out of each statement. */
export async function writeChunks(
  ctx: Context,
  claim: Claim,
  chunks: readonly Chunk[],
  embedded: { embedder: Embedder; vectors: readonly Float32Array[] } | null,
): Promise<void> {
  const { embedder, vectors } = embedded ?? {}
  for (let from = 0; from < chunks.length; from += BATCH) {
    const rows = chunks.slice(from, from + BATCH).map((chunk, index) => ({
      ...chunk,
      seq: from + index,
      ...(vectors && { vector: vectorText(vectors[from + index]) }),
    }))
    const { rows: written } = await ctx.db.execute<{ count: number }>(sql`
      with held as (
        select organization_id, entry_id from ${storageDocuments} where ${isHeld(claim)}${embedder ? sql` and ${isCollectionOf(embedder)}` : sql``} for update
      ), given as (
        select held.organization_id, held.entry_id, g.* from held, jsonb_to_recordset(${toJson(rows)}::jsonb)
          as g(seq int, part int, part_name text, numbers int[], overlap int, text text, vector text)
      ), written as (
        insert into ${storageChunks} (organization_id, entry_id, seq, part, part_name, numbers, overlap, text)
        select organization_id, entry_id, seq, part, part_name, numbers, overlap, text from given
        returning 1
      )${vectors ? writtenVectors : sql``}
      select count(*)::int as count from written`)
    if (written[0]?.count !== rows.length) throw new ClaimLost()
  }
}

const writtenVectors = sql`, placed as (
  insert into storage_vectors (organization_id, entry_id, seq, embedding)
  select organization_id, entry_id, seq, vector::vector from given)`

/** Five digits tell vectors apart as well as seven do, and make a shorter text. */
export const vectorText = (vector: Float32Array | undefined): string =>
  `[${Array.from(vector ?? [], (value) => (value === 0 ? '0' : value.toFixed(5))).join(',')}]`

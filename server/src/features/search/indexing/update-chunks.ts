import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { toJson } from '#platform/db/columns.ts'
import type { Claim } from '../../storage/documents/claim-document.ts'
import { storageChunks } from '../table.ts'
import type { Chunk } from './extract/chunk.ts'
import type { SearchText } from './extract/search-text.ts'
import { batchesOf, ClaimLost, claimed } from './write-chunks.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** Whether the stored chunks have the same texts, so that their vectors are still valid. */
export async function hasSameTexts(ctx: Context, claim: Claim, chunks: readonly Chunk[]): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ digest: string | null }>(sql`
    select md5(string_agg(md5(text), '' order by seq)) as digest from ${storageChunks}
    where organization_id = ${claim.organization_id} and entry_id = ${claim.entry_id}`)
  return rows[0]?.digest === md5(chunks.map(({ text }) => md5(text)).join(''))
}

/** Rewrites the terms, folded text and positions of chunks whose text is unchanged, as long as the claim holds. */
export async function updateChunks(
  ctx: Context,
  claim: Claim,
  { chunks, searchable }: { chunks: readonly Chunk[]; searchable: readonly SearchText[] },
): Promise<void> {
  for (const { from, to } of batchesOf(chunks, searchable)) {
    const rows = chunks
      .slice(from, to)
      .map(({ text: _, ...place }, index) => ({ ...place, ...searchable[from + index], seq: from + index }))
    const { rowCount } = await ctx.db.execute(sql`
      with ${claimed(claim)}
      update ${storageChunks} c set part = g.part, part_name = g.part_name, numbers = g.numbers, overlap = g.overlap,
        words = array_to_tsvector(string_to_array(g.terms, ' ')), folded = g.folded
      from claimed, jsonb_to_recordset(${toJson(rows)}::jsonb)
        as g(seq int, part int, part_name text, numbers int[], overlap int, terms text, folded text)
      where c.organization_id = claimed.organization_id and c.entry_id = claimed.entry_id and c.seq = g.seq`)
    if (rowCount !== rows.length) throw new ClaimLost()
  }
}

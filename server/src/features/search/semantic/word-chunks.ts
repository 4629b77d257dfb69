import { sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { storageChunks } from '../table.ts'
import { CANDIDATES, type Found, isReadable } from './near-chunks.ts'

/** So many chunks are weighed, shared evenly among the words. */
const WEIGHED = 400
const LEAST_A_WORD = 20

/**
 * The chunks within the starts that say the words of a question, those that say more of them first. Each word brings as many
 * as any other: of a common one some are good enough, and what says a rare one is there whole.
 */
export function chunksWithWords(ctx: OrgContext, starts: readonly string[], q: string): Promise<Found[]> {
  const { id } = ctx.organization
  const each = Math.max(LEAST_A_WORD, Math.floor(WEIGHED / q.split(/\s+/).length))
  return ctx.transaction(async (ctx) => {
    // For the first few of a common word the planner would read the table from its start, through everybody's chunks.
    await ctx.db.execute(sql`set local enable_seqscan = off`)
    // Read by the parser that read the documents, so that numbers and addresses are one word in both.
    const { rows } = await ctx.db.execute<Found>(sql`
      with asked as materialized (
        select ${q}::text as question, replace(plainto_tsquery('simple', ${q})::text, '&', '|')::tsquery as any_word
      ), matching as materialized (
        select distinct few.* from asked
        cross join unnest(tsvector_to_array(to_tsvector('simple', asked.question))) as word
        cross join lateral (
          select c.organization_id, c.entry_id, c.seq from ${storageChunks} c
          where c.organization_id = ${id} and c.words @@ plainto_tsquery('simple', word) and ${isReadable(ctx, starts)}
          limit ${each}) few
      ), best as materialized (
        select c.organization_id, c.entry_id, c.seq, ts_rank_cd(c.words, (select any_word from asked)) as rank
        from matching join ${storageChunks} c using (organization_id, entry_id, seq)
        order by rank desc, c.entry_id, c.seq limit ${CANDIDATES})
      select c.entry_id, c.seq, c.part, c.part_name, c.numbers, c.overlap, c.text
      from best join ${storageChunks} c using (organization_id, entry_id, seq)
      order by best.rank desc, c.entry_id, c.seq`)
    return rows
  })
}

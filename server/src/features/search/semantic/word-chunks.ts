import { sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { storageChunks } from '../table.ts'
import { questionTerms } from '../terms/search-terms.ts'
import { CANDIDATES, type Found, isReadable } from './near-chunks.ts'

/** So many chunks are weighed, shared evenly among the terms. */
const WEIGHED = 400
const MIN_PER_TERM = 20
/** Chunks that score less than this share of the best one only match common terms. */
const MIN_SHARE_OF_BEST = 0.3

/**
 * The chunks within the starts that match terms of a question, scored by how rare those terms are among all matching chunks.
 * Each term contributes the same number of candidates, so that chunks with a rare term are never crowded out by common ones.
 */
export function chunksWithWords(ctx: OrgContext, starts: readonly string[], q: string): Promise<Found[]> {
  const { id } = ctx.organization
  const terms = questionTerms(q)
  const each = Math.max(MIN_PER_TERM, Math.floor(WEIGHED / Math.max(1, terms.length)))
  return ctx.transaction(async (ctx) => {
    // For the first few of a common term the planner would read the table from its start, through everyone's chunks.
    await ctx.db.execute(sql`set local enable_seqscan = off`)
    const { rows } = await ctx.db.execute<Found>(sql`
      with asked as materialized (
        select term, array_to_tsvector(array[term])::text::tsquery as query from unnest(${sql.param(terms)}::text[]) as term
      ), matching as materialized (
        select asked.term, few.* from asked cross join lateral (
          select c.organization_id, c.entry_id, c.seq from ${storageChunks} c
          where c.organization_id = ${id} and c.words @@ asked.query and ${isReadable(ctx, starts)}
          limit ${each}) few
      ), candidates as materialized (
        -- Concatenation decompresses each value once instead of once per term.
        select c.entry_id, c.seq, c.words || ''::tsvector as words
        from (select distinct organization_id, entry_id, seq from matching) m
        join ${storageChunks} c using (organization_id, entry_id, seq)
      ), weights as materialized (
        select asked.query, ln(1 + (total.chunks - found.chunks + 0.5) / (found.chunks + 0.5)) as weight
        from (select term, count(*) as chunks from matching group by term) found
        join asked using (term), (select count(*) as chunks from candidates) total
      ), best as materialized (
        select c.entry_id, c.seq, sum(weight) as rank from candidates c join weights on c.words @@ weights.query
        group by c.entry_id, c.seq order by rank desc, c.entry_id, c.seq limit ${CANDIDATES})
      select c.entry_id, c.seq, c.part, c.part_name, c.numbers, c.overlap, c.text
      from (select *, max(rank) over () as highest from best) best
      join ${storageChunks} c on c.organization_id = ${id} and c.entry_id = best.entry_id and c.seq = best.seq
      where best.rank >= ${MIN_SHARE_OF_BEST} * best.highest order by best.rank desc, c.entry_id, c.seq`)
    return rows
  })
}

import { sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { type DocumentLine, linesOfChunks } from '../chunk-lines.ts'
import type { Chunk } from '../indexing/extract/chunk.ts'
import { storageChunks } from '../table.ts'

const PAGE = 100

/** The text of an indexed document from a page, slide or sheet on. */
export const documentLines = (ctx: OrgContext, entry_id: string, from: number): AsyncGenerator<DocumentLine> =>
  linesOfChunks(chunksOf(ctx, entry_id, from))

async function* chunksOf(ctx: OrgContext, entry_id: string, from: number): AsyncGenerator<Chunk> {
  for (let after = -1; ; ) {
    const { rows } = await ctx.db.execute<Chunk & { seq: number }>(sql`
      select seq, part, part_name, numbers, overlap, text from ${storageChunks}
      where organization_id = ${ctx.organization.id} and entry_id = ${entry_id}
        and seq > ${after} and coalesce(part, 1) >= ${from}
      order by seq limit ${PAGE}`)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.seq
  }
}

export async function countParts(ctx: OrgContext, entry_id: string): Promise<number> {
  const { rows } = await ctx.db.execute<{ parts: number | null }>(sql`
    select max(part) as parts from ${storageChunks}
    where organization_id = ${ctx.organization.id} and entry_id = ${entry_id}`)
  return rows[0]?.parts ?? 0
}

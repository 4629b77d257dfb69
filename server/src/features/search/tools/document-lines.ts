import { sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { type Chunk, OVERLAP } from '../indexing/extract/chunk.ts'
import type { NumberedLine } from '../number-lines.ts'
import { storageChunks } from '../table.ts'

const PAGE = 100

export type DocumentLine = NumberedLine & { part_name: string | null }

/** The text of an indexed document from a page, slide or sheet on, put together again from its overlapping chunks. */
export async function* documentLines(ctx: OrgContext, entry_id: string, from: number): AsyncGenerator<DocumentLine> {
  let open: DocumentLine | undefined
  for await (const chunk of chunksOf(ctx, entry_id, from)) {
    const { part, part_name } = chunk
    for (const { number, text, continues } of newLines(chunk)) {
      const before: string = continues ? (open?.text ?? '') : ''
      if (open && !continues) yield open
      open = { part, part_name, number, text: before + text }
    }
  }
  if (open) yield open
}

/** What a chunk adds to the one before it. */
function newLines({ text, numbers, overlap }: Chunk): { number: number; text: string; continues: boolean }[] {
  const repeated = text.slice(0, overlap).split('\n').length - 1
  // A line that was cut goes on within its own chunk; whole lines that are repeated end with their line break.
  const continues = overlap === OVERLAP && repeated === 0
  return text
    .slice(overlap)
    .split('\n')
    .map((text, index) => ({
      number: numbers[repeated + index] ?? 0,
      text,
      continues: continues && index === 0,
    }))
}

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

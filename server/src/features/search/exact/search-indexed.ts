import { sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { storageDocuments, storageEntries } from '../../storage/table.ts'
import type { Chunk } from '../indexing/extract/chunk.ts'
import { isBelow } from '../scope.ts'
import { storageChunks } from '../table.ts'

/** Beyond so many matching chunks it is cheaper to ask each document whether it has one. */
const MOST_MATCHING = 20_000
const CHUNKS_PER_FILE = 200

export type FoundFile = { id: string; modified_at: Date }

export const patternOf = (wanted: string): string => `%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Whether the index over letters can help: it knows groups of three letters or digits. */
export const hasTrigram = (wanted: string): boolean => /[\p{L}\p{N}]{3}/u.test(wanted)

/** The indexed documents that contain the text, newest first; null where there are too many to go by the index. */
export async function searchIndexed(
  ctx: OrgContext,
  starts: readonly string[],
  { pattern, most }: { pattern: string; most: number },
): Promise<FoundFile[] | null> {
  const { rows } = await ctx.db.execute<{ chunks: number; id: string | null; modified_at: string }>(sql`
    with matching as materialized (
      select c.entry_id from ${storageChunks} c
      where c.organization_id = ${ctx.organization.id} and lower(c.text) like lower(${pattern})
      limit ${MOST_MATCHING + 1})
    select counted.chunks, found.* from (select count(*)::int as chunks from matching) counted
    left join lateral (
      select e.id, e.modified_at from (select distinct entry_id from matching) m
      join ${storageDocuments} d on d.organization_id = ${ctx.organization.id} and d.entry_id = m.entry_id
      join ${storageEntries} e on e.organization_id = ${ctx.organization.id} and e.id = m.entry_id
      where counted.chunks <= ${MOST_MATCHING} and d.state = 'indexed' and ${isBelow(ctx, starts)}
      order by e.modified_at desc, e.id limit ${most}) found on true`)
  if ((rows[0]?.chunks ?? 0) > MOST_MATCHING) return null
  return rows.flatMap(({ id, modified_at }) => (id === null ? [] : [{ id, modified_at: new Date(modified_at) }]))
}

/** Which of some indexed documents contain the text. */
export async function documentsWith(ctx: OrgContext, ids: readonly string[], pattern: string): Promise<Set<string>> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select file.id from unnest(${sql.param(`{${ids.join(',')}}`)}::uuid[]) as file(id) where exists (
      select 1 from ${storageChunks} c
      where c.organization_id = ${ctx.organization.id} and c.entry_id = file.id and lower(c.text) like lower(${pattern})
      offset 0)`)
  return new Set(rows.map(({ id }) => id))
}

/** Of some indexed documents, the chunks that contain the text. */
export async function matchingChunks(
  ctx: OrgContext,
  ids: readonly string[],
  pattern: string,
): Promise<Map<string, Chunk[]>> {
  const { rows } = await ctx.db.execute<Chunk & { id: string }>(sql`
    select file.id, c.* from unnest(${sql.param(`{${ids.join(',')}}`)}::uuid[]) as file(id) cross join lateral (
      select part, part_name, numbers, overlap, text from ${storageChunks}
      where organization_id = ${ctx.organization.id} and entry_id = file.id and lower(text) like lower(${pattern})
      order by seq limit ${CHUNKS_PER_FILE}) c`)
  return Map.groupBy(rows, ({ id }) => id)
}

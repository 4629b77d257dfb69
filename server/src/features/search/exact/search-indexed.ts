import { type SQL, sql } from 'drizzle-orm'
import { foldWanted } from '#contracts/fold-text.ts'
import { hasRow } from '#platform/db/has-row.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { storageDocuments, storageEntries } from '../../storage/table.ts'
import type { Chunk } from '../indexing/extract/chunk.ts'
import { isBelow } from '../scope.ts'
import { storageChunks } from '../table.ts'

/** Beyond so many matching chunks it is cheaper to ask each document whether it has one. */
const MAX_MATCHING = 20_000
const CHUNKS_PER_FILE = 200
/** Beyond this many pending documents, every indexed document is checked instead. */
const MAX_WAITING = 20_000

export type FoundFile = { id: string; modified_at: Date }

/** Patterns for `like`: folded, and literal for documents of an index version before folding. */
export type Pattern = { literal: string; folded: string }

export const patternOf = (wanted: string): Pattern => ({
  literal: containing(wanted.toLowerCase()),
  folded: containing(foldWanted(wanted)),
})

const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** True of a chunk `c` that contains the text. */
const contains = ({ literal, folded }: Pattern): SQL => {
  const unfolded = sql`lower(c.text) like lower(${literal})`
  const either = literal === folded ? unfolded : sql`${unfolded} or lower(c.text) like ${folded}`
  return sql`(${either} or c.folded like ${folded})`
}

/** Whether the index over letters can help: it knows groups of three letters or digits. */
export const hasTrigram = (wanted: string): boolean => /[\p{L}\p{N}]{3}/u.test(foldWanted(wanted))

export type Indexed = {
  files: FoundFile[]
  /** The documents that were not indexed in the same snapshot. */
  waiting: ReadonlySet<string>
}

/**
 * The indexed documents that contain the text, newest first, and the pending ones, in one snapshot; null if there are too many
 * matches to use the index.
 */
export async function searchIndexed(
  ctx: OrgContext,
  starts: readonly string[],
  { pattern, limit }: { pattern: Pattern; limit: number },
): Promise<Indexed | null> {
  type Row = { chunks: number; waiting: string[] | null; id: string | null; modified_at: string }
  const { rows } = await ctx.db.execute<Row>(sql`
    with matching as materialized (
      select c.entry_id from ${storageChunks} c
      where c.organization_id = ${ctx.organization.id} and ${contains(pattern)}
      limit ${MAX_MATCHING + 1}
    ), waiting as materialized (
      select entry_id from ${storageDocuments}
      where organization_id = ${ctx.organization.id} and state <> 'indexed' limit ${MAX_WAITING + 1})
    select counted.chunks, found.*,
      case when found.place is null or found.place = 1 then array(select entry_id from waiting) end as waiting
    from (select count(*)::int as chunks from matching) counted
    left join lateral (
      select e.id, e.modified_at, row_number() over (order by e.modified_at desc, e.id) as place from (select distinct entry_id from matching) m
      join ${storageDocuments} d on d.organization_id = ${ctx.organization.id} and d.entry_id = m.entry_id
      join ${storageEntries} e on e.organization_id = ${ctx.organization.id} and e.id = m.entry_id
      where counted.chunks <= ${MAX_MATCHING} and d.state = 'indexed' and ${isBelow(ctx, starts)}
      order by place limit ${limit}) found on true`)
  const [first] = rows
  const waiting = first?.waiting ?? []
  if (!first || first.chunks > MAX_MATCHING || waiting.length > MAX_WAITING) return null
  const files = rows.flatMap(({ id, modified_at }) => (id === null ? [] : [{ id, modified_at: new Date(modified_at) }]))
  return { files, waiting: new Set(waiting) }
}

/** Which of these documents contain the text, and which are no longer indexed. */
export async function documentsWith(
  ctx: OrgContext,
  ids: readonly string[],
  pattern: Pattern,
): Promise<{ matching: Set<string>; unindexed: string[] }> {
  const { rows } = await ctx.db.execute<{ id: string; is_indexed: boolean; is_matching: boolean }>(sql`
    select file.id, coalesce(d.state = 'indexed', false) as is_indexed, ${hasRow(sql`
      select from ${storageChunks} c
      where c.organization_id = ${ctx.organization.id} and c.entry_id = file.id and ${contains(pattern)}`)} as is_matching
    from unnest(${sql.param(`{${ids.join(',')}}`)}::uuid[]) as file(id)
    left join ${storageDocuments} d on d.organization_id = ${ctx.organization.id} and d.entry_id = file.id`)
  const [indexed = [], others = []] = [true, false].map((is) => rows.filter(({ is_indexed }) => is_indexed === is))
  return {
    matching: new Set(indexed.filter(({ is_matching }) => is_matching).map(({ id }) => id)),
    unindexed: others.map(({ id }) => id),
  }
}

/** Of some indexed documents, the chunks that contain the text. */
export async function matchingChunks(
  ctx: OrgContext,
  ids: readonly string[],
  pattern: Pattern,
): Promise<Map<string, Chunk[]>> {
  const { rows } = await ctx.db.execute<Chunk & { id: string }>(sql`
    select file.id, c.* from unnest(${sql.param(`{${ids.join(',')}}`)}::uuid[]) as file(id) cross join lateral (
      select part, part_name, numbers, overlap, text from ${storageChunks} c
      where c.organization_id = ${ctx.organization.id} and c.entry_id = file.id and ${contains(pattern)}
      order by seq limit ${CHUNKS_PER_FILE}) c`)
  return Map.groupBy(rows, ({ id }) => id)
}

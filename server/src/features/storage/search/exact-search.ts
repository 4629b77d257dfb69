import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { isText } from '#contracts/file-types.ts'
import type { ExactFindings, StorageQuery } from '#contracts/storage-search.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { Actor } from '../access.ts'
import { openBytes } from '../bytes/open-bytes.ts'
import { findPlacesOf } from '../find-entry.ts'
import { type Chunk, chunk } from '../indexing/extract/chunk.ts'
import { linesOf } from '../indexing/extract/lines.ts'
import { decodeText } from '../indexing/extract/read-text.ts'
import { Unreadable } from '../indexing/extract/unreadable.ts'
import { storageChunks } from '../indexing/table.ts'
import { type EntryRow, storageDocuments, storageEntries } from '../table.ts'
import { matchesIn } from './passage.ts'
import { isBelow, startsOf } from './scope.ts'

const COUNTED = 1000
const LISTED = 50
const WITH_LINES = 10
const CHUNKS_A_FILE = 200
const OVERALL_MS = 30_000
const PER_FILE_MS = 30_000

/** What was read is judged at once and let go; `null` for the indexed, whose text the database keeps. */
type Found = { id: string; matching: ReturnType<typeof matchesIn> | null }

/**
 * Files whose text has these characters in a row, in capitals or not. Documents are found by the letters of their indexed
 * text; other text is read, as long as there is time.
 */
export async function searchExactly(
  ctx: OrgContext,
  { q, path }: StorageQuery,
  reader: Actor,
  signal: AbortSignal = AbortSignal.timeout(OVERALL_MS),
): Promise<ExactFindings> {
  const end = performance.now() + OVERALL_MS
  const starts = await startsOf(ctx, path, reader)
  const pattern = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  const indexed = await searchIndexed(ctx, starts, pattern)
  const found: Found[] = indexed.slice(0, COUNTED).map((id) => ({ id, matching: null }))
  let truncated = indexed.length > COUNTED
  for await (const entry of unindexedText(ctx, starts)) {
    if (found.length >= COUNTED || performance.now() > end || signal.aborted) {
      truncated = true
      break
    }
    const chunks = await readChunks(ctx, entry)
    if (chunks?.some(({ text }) => text.toLowerCase().includes(q.toLowerCase())))
      found.push({ id: entry.id, matching: matchesIn(entry.name, chunks, q) })
    truncated ||= chunks === null
  }
  const listed = found.slice(0, LISTED)
  const places = await findPlacesOf(
    ctx,
    listed.map(({ id }) => id),
  )
  const indexedChunks = await matchingChunks(ctx, listed, pattern)
  const results: ExactFindings['results'] = []
  let inspected = 0
  for (const { id, matching } of listed) {
    if (performance.now() > end || signal.aborted) break
    inspected++
    const place = places.get(id)
    if (!place) continue
    const { matches, lines } = matching ?? matchesIn(place.path, indexedChunks.get(id) ?? [], q)
    results.push({ path: place.path, matches, ...(results.length < WITH_LINES && { lines }) })
  }
  return { matched_files: found.length, truncated, resultsTruncated: inspected < found.length || truncated, results }
}

async function searchIndexed(ctx: OrgContext, starts: string[], pattern: string): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with matching as materialized (
      select distinct c.entry_id from ${storageChunks} c
      where c.organization_id = ${ctx.organization.id} and lower(c.text) like lower(${pattern}))
    select e.id from matching m
    join ${storageDocuments} d on d.organization_id = ${ctx.organization.id} and d.entry_id = m.entry_id
    join ${storageEntries} e on e.organization_id = ${ctx.organization.id} and e.id = m.entry_id
    where d.state = 'indexed' and ${isBelow(ctx, starts)}
    order by e.modified_at desc, e.id limit ${COUNTED + 1}`)
  return rows.map(({ id }) => id)
}

/** Of the indexed among some files, the chunks that hold the text. */
async function matchingChunks(
  ctx: OrgContext,
  found: readonly Found[],
  pattern: string,
): Promise<Map<string, Chunk[]>> {
  const ids = found.filter(({ matching }) => matching === null).map(({ id }) => id)
  const { rows } = await ctx.db.execute<Chunk & { id: string }>(sql`
    select file.id, c.* from unnest(${sql.param(`{${ids.join(',')}}`)}::uuid[]) as file(id) cross join lateral (
      select part, part_name, numbers, overlap, text from ${storageChunks}
      where organization_id = ${ctx.organization.id} and entry_id = file.id and lower(text) like lower(${pattern})
      order by seq limit ${CHUNKS_A_FILE}) c`)
  return Map.groupBy(rows, ({ id }) => id)
}

type Readable = Pick<EntryRow, 'id' | 'name' | 'hash' | 'is_encrypted'>
const PAGE = 500

async function* unindexedText(ctx: OrgContext, starts: string[]): AsyncGenerator<Readable> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await ctx.db.execute<Readable>(sql`
      select e.id, e.name, e.hash, e.is_encrypted from ${storageEntries} e
      left join ${storageDocuments} d on d.organization_id = e.organization_id and d.entry_id = e.id
      where e.organization_id = ${ctx.organization.id} and e.type = 'file' and e.id > ${after}
        and d.state is distinct from 'indexed' and ${isBelow(ctx, starts)}
      order by e.id limit ${PAGE}`)
    yield* rows.filter(({ name }) => isText(name))
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}

/** Null where the file's time was over or its bytes cannot be had. */
async function readChunks(ctx: OrgContext, entry: Readable): Promise<Chunk[] | null> {
  try {
    const stream = await openBytes(ctx, entry)
    const late = setTimeout(() => stream.destroy(new Error('The file takes too long')), PER_FILE_MS)
    const bytes = await buffer(stream).finally(() => clearTimeout(late))
    return chunk([{ part: null, part_name: null, lines: linesOf(decodeText(bytes)) }])
  } catch (error) {
    if (error instanceof Unreadable) return []
    ctx.log.warn({ err: error, entry_id: entry.id }, 'a file could not be searched')
    return null
  }
}

import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isText } from '#contracts/file-types.ts'
import type { ExactFindings, StorageQuery } from '#contracts/storage-search.ts'
import { readWithin } from '#platform/db/read-within.ts'
import { createFairLimit } from '#platform/fair-limit.ts'
import { untilAborted } from '#platform/until-aborted.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { Actor } from '../../storage/access.ts'
import { openBytes } from '../../storage/bytes/open-bytes.ts'
import { type LocatedEntry, locateByIds } from '../../storage/find-entry.ts'
import { readWalked, type WalkedEntry } from '../../storage/walk-tree.ts'
import { searchableEntries } from '../scope.ts'
import type { Matches } from './match-text.ts'
import {
  documentsWith,
  type FoundFile,
  hasTrigram,
  matchingChunks,
  type Pattern,
  patternOf,
  searchIndexed,
} from './search-indexed.ts'
import { TextMatcher } from './text-matcher.ts'
import { walkFiles } from './walk-files.ts'

const MAX_COUNTED = 1000
const MAX_LISTED = 50
const MAX_FILES_WITH_LINES = 10
/** The contract's 30 seconds, of which the last are kept for naming what was found. */
const SEARCH_MS = 28_000
const OVERALL_MS = 29_500
const DOCUMENT_BATCH_SIZE = 50
const LIST_BATCH_SIZE = 10
const SMALL_FILE_CONCURRENCY = 8
const SMALL_BYTES = 64 * 1024

/** Of this process: a search reads files and keeps a core busy, and no organization may take all of them. */
const turns = createFairLimit({ total: 4, perKey: 2, waitingPerKey: 16 })

/** Of a document that contains the characters at least once, where no line can be shown. */
const UNCOUNTED: Matches = { matches: 1, lines: [] }

/** `matches` is null for indexed documents, whose lines are read from the database once they are listed. */
type Found = FoundFile & { matches: Matches | null }

type Search = {
  wanted: string
  pattern: Pattern
  starts: readonly LocatedEntry[]
  signal: AbortSignal
  /** By id, because a document that is reindexed during the search may be matched twice. */
  found: Map<string, Found>
  matcher: TextMatcher
  read<T>(read: (ctx: OrgContext) => Promise<T>): Promise<T>
}

/**
 * Files whose text contains these characters in a row, whatever their case and accents. Documents are found by their indexed text, and
 * other text is read. What was found when the time is over is the answer; when nobody waits any more, the search ends.
 */
export async function searchExactly(
  ctx: OrgContext,
  { q, path }: StorageQuery,
  reader: Actor,
  caller: AbortSignal,
): Promise<ExactFindings> {
  const search = AbortSignal.any([caller, AbortSignal.timeout(SEARCH_MS)])
  const overall = AbortSignal.any([caller, AbortSignal.timeout(OVERALL_MS)])
  using turn = await turnOf(ctx, search, caller)
  if (!turn) return { matched_files: 0, truncated: true, resultsTruncated: true, results: [] }
  const starts = await searchableEntries(ctx, path, reader)
  const within = (signal: AbortSignal) => ({
    signal,
    read: <T>(read: (ctx: OrgContext) => Promise<T>) => readWithin(ctx, { signal, timeoutMs: OVERALL_MS }, read),
  })
  const found: Search['found'] = new Map()
  await using matcher = new TextMatcher()
  const shared = { wanted: q, pattern: patternOf(q), starts, found, matcher }
  const isWhole = await inTime({ ...shared, ...within(search) }, caller, (search) => findFiles(ctx, search))
  const truncated = !isWhole || found.size > MAX_COUNTED
  const counted = [...found.values()].toSorted(newestFirst).slice(0, MAX_COUNTED)
  const results: ExactFindings['results'] = []
  const listed = counted.slice(0, MAX_LISTED)
  const isListed = await inTime({ ...shared, ...within(overall) }, caller, (search) =>
    listFiles(ctx, search, listed, results),
  )
  const resultsTruncated = truncated || !isListed || counted.length > MAX_LISTED
  return { matched_files: counted.length, truncated, resultsTruncated, results }
}

const newestFirst = (one: FoundFile, other: FoundFile) =>
  other.modified_at.getTime() - one.modified_at.getTime() || (one.id < other.id ? -1 : 1)

/** Null where all of the time was waited for others. */
const turnOf = ({ organization }: OrgContext, signal: AbortSignal, caller: AbortSignal): Promise<Disposable | null> =>
  turns.enter(organization.id, signal).catch((error: unknown) => whenOver(error, caller, null))

/** False where the time was over. */
function inTime(search: Search, caller: AbortSignal, work: (search: Search) => Promise<boolean>): Promise<boolean> {
  const worked = untilAborted(work(search), search.signal)
  return worked.catch((error: unknown) => whenOver(error, caller, false))
}

/** What is answered where the time was over; a caller that has gone away is no such case, and gets nothing. */
function whenOver<T>(error: unknown, caller: AbortSignal, value: T): T {
  caller.throwIfAborted()
  if (error instanceof DOMException && error.name === 'TimeoutError') return value
  throw error
}

/** True where every file was looked into. */
async function findFiles(ctx: OrgContext, search: Search): Promise<boolean> {
  const { starts, pattern, wanted, found, read } = search
  const ids = starts.map(({ entry }) => entry.id)
  const indexed = hasTrigram(wanted)
    ? await read((ctx) => searchIndexed(ctx, ids, { pattern, limit: MAX_COUNTED + 1 }))
    : null
  for (const file of indexed?.files ?? []) found.set(file.id, { ...file, matches: null })
  let isWhole = true
  for await (const files of walkFiles(read, starts)) {
    if (found.size > MAX_COUNTED) return false
    // Pending documents may have been indexed since the first statement.
    const isAsked = ({ id, state }: WalkedEntry) => state === 'indexed' && (!indexed || indexed.waiting.has(id))
    const changed = await findDocuments(search, files.filter(isAsked))
    const unindexed = [...files.filter(({ state }) => state !== 'indexed'), ...changed]
    for (const some of inBatches(unindexed.filter(({ name }) => isText(name)))) {
      if (found.size > MAX_COUNTED) return false
      const read = await Promise.all(some.map((file) => matchFile(ctx, file, search)))
      isWhole &&= read.every((is) => is)
    }
  }
  return isWhole
}

/** Finds documents by their indexed text; returns those that are pending again. */
async function findDocuments(
  { read, pattern, found }: Search,
  documents: readonly WalkedEntry[],
): Promise<WalkedEntry[]> {
  const changed: string[] = []
  for (let at = 0; at < documents.length && found.size <= MAX_COUNTED; at += DOCUMENT_BATCH_SIZE) {
    const some = documents.slice(at, at + DOCUMENT_BATCH_SIZE)
    const ids = some.map(({ id }) => id)
    const { matching, unindexed } = await read((ctx) => documentsWith(ctx, ids, pattern))
    for (const { id, modified_at } of some) if (matching.has(id)) found.set(id, { id, modified_at, matches: null })
    changed.push(...unindexed)
  }
  return changed.length > 0 ? read((ctx) => readWalked(ctx, changed)) : []
}

/** Small files together, each large one by itself, so that memory does not grow with their number. */
function* inBatches(files: readonly WalkedEntry[]): Generator<WalkedEntry[]> {
  let batch: WalkedEntry[] = []
  for (const file of files) {
    if (file.size > SMALL_BYTES) yield [file]
    else batch.push(file)
    if (batch.length < SMALL_FILE_CONCURRENCY) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** False where the file's bytes cannot be had, or took longer to match than a file may. */
async function matchFile(ctx: OrgContext, file: WalkedEntry, search: Search): Promise<boolean> {
  const { signal, wanted, found, matcher } = search
  try {
    const stream = addAbortSignal(signal, await openBytes(ctx, file))
    const matches = await matcher.matchBytes(await buffer(stream), wanted, signal)
    if (matches) found.set(file.id, { id: file.id, modified_at: file.modified_at, matches })
    return true
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.warn({ err: error, entry_id: file.id }, 'a file could not be searched')
    return false
  }
}

/** Names what was found, and shows the lines of the first files. False where some of a document cannot be shown. */
async function listFiles(
  ctx: OrgContext,
  search: Search,
  found: readonly Found[],
  results: ExactFindings['results'],
): Promise<boolean> {
  const { pattern, read } = search
  let isWhole = true
  for (let at = 0; at < found.length; at += LIST_BATCH_SIZE) {
    const some = found.slice(at, at + LIST_BATCH_SIZE)
    const ids = some.map(({ id }) => id)
    const locatedEntries = await read((ctx) => locateByIds(ctx, ids))
    const indexed = some.filter(({ matches }) => !matches).map(({ id }) => id)
    const chunks = await read((ctx) => matchingChunks(ctx, indexed, pattern))
    for (const { id, matches: known } of some) {
      const located = locatedEntries.get(id)
      if (!located) continue
      const document = { path: located.path, chunks: chunks.get(id) ?? [] }
      const shown = known ?? (await matchDocument(ctx, document, search))
      isWhole &&= shown !== null
      const { matches, lines } = shown ?? UNCOUNTED
      results.push({ path: located.path, matches, ...(results.length < MAX_FILES_WITH_LINES && { lines }) })
    }
  }
  return isWhole
}

/** Null where its lines took longer, or more memory, than those of a document may. */
async function matchDocument(
  ctx: OrgContext,
  document: Parameters<TextMatcher['matchChunks']>[0],
  { matcher, wanted, signal }: Search,
): Promise<Matches | null> {
  try {
    return await matcher.matchChunks(document, wanted, signal)
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.warn({ err: error, path: document.path }, 'the lines of a document could not be searched')
    return null
  }
}

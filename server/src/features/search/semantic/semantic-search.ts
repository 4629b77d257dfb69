import type { SemanticFindings, StorageQuery } from '#contracts/storage-search.ts'
import { readWithin } from '#platform/db/read-within.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { Actor } from '../../storage/access.ts'
import { isInTrash, locateByIds } from '../../storage/find-entry.ts'
import { readCollection } from '../indexing/collection.ts'
import { EmbeddingFailed } from '../indexing/embed/request-embeddings.ts'
import { vectorText } from '../indexing/write-chunks.ts'
import { placeOf } from '../passage.ts'
import { searchableEntries } from '../scope.ts'
import { type Found, nearChunks } from './near-chunks.ts'
import { chunksWithWords } from './word-chunks.ts'

const LISTED = 10
/** More than are listed, for those that were deleted a moment ago. */
const PLACED = 20
const PER_FILE = 3
/** How little a better rank counts more, as reciprocal rank fusion has it. */
const RANK_OFFSET = 60
const EMBEDDING_TIMEOUT_MS = 10_000
/** As long as an exact search may take. */
const READING_TIMEOUT_MS = 30_000

const unavailable = (message: string, cause?: unknown) =>
  new AppError('unavailable', message, { code: 'SEMANTIC_SEARCH_UNAVAILABLE', cause })

/**
 * Passages that are about the same, by their vectors and by their words; where both find one, it comes first. The search
 * ends when nobody waits for it any more.
 */
export async function searchSemantically(
  ctx: OrgContext,
  { q, path }: StorageQuery,
  reader: Actor,
  caller: AbortSignal,
): Promise<SemanticFindings> {
  const starts = (await searchableEntries(ctx, path, reader)).map(({ entry }) => entry.id)
  const collection = await readCollection(ctx)
  if (collection.state === 'absent')
    throw unavailable('Semantic search needs the database extension pgvector, which this server does not have')
  if (collection.state === 'mismatched') throw unavailable(collection.reason)
  const { embedder } = collection
  const signal = AbortSignal.any([caller, AbortSignal.timeout(EMBEDDING_TIMEOUT_MS)])
  const [vector] = await embedder.embed([q], signal).catch((error: unknown) => {
    if (error instanceof EmbeddingFailed) throw unavailable(error.message, error)
    caller.throwIfAborted()
    throw signal.aborted ? unavailable('The embedding service does not answer in time', error) : error
  })
  const reading = AbortSignal.any([caller, AbortSignal.timeout(READING_TIMEOUT_MS)])
  const read = <T>(work: (ctx: OrgContext) => Promise<T>) =>
    readWithin(ctx, { signal: reading, timeoutMs: READING_TIMEOUT_MS }, work)
  const near = read((ctx) => nearChunks(ctx, starts, vectorText(vector), embedder.dimensions))
  const withWords = read((ctx) => chunksWithWords(ctx, starts, q))
  const [nearest, matching] = await Promise.all([near, withWords]).catch((error: unknown) => {
    caller.throwIfAborted()
    throw reading.aborted ? unavailable('The search took too long; search for less, or in a folder', error) : error
  })
  const ranked = fuse([await embedder.selectRelevant(q, nearest), matching])
  const first = spread(ranked).slice(0, PLACED)
  const locatedEntries = await locateByIds(ctx, [...new Set(first.map(({ chunk }) => chunk.entry_id))])
  const results: SemanticFindings['results'] = []
  for (const { chunk, score } of first) {
    const located = locatedEntries.get(chunk.entry_id)
    if (!located || isInTrash(located) || results.length === LISTED) continue
    const link = `${ctx.ports.config.BASE_URL}/api/organizations/${ctx.organization.id}/storage/download?path=${encodeURIComponent(located.path)}`
    results.push({
      path: located.path,
      ...placeOf(located.path, chunk),
      first_line: chunk.numbers[0] ?? 1,
      last_line: chunk.numbers.at(-1) ?? 1,
      passage: chunk.text,
      score: Math.round(score * 1e4) / 1e4,
      link,
    })
  }
  return { embedding: embedder.name, results }
}

type Scored = { chunk: Found; score: number }

function fuse(rankings: Found[][]): Scored[] {
  const scores = new Map<string, Scored>()
  for (const ranking of rankings)
    for (const [rank, chunk] of ranking.entries()) {
      const key = `${chunk.entry_id} ${chunk.seq}`
      const before = scores.get(key)?.score ?? 0
      scores.set(key, { chunk, score: before + 1 / (RANK_OFFSET + rank + 1) })
    }
  return [...scores.values()].toSorted((one, other) => other.score - one.score)
}

/** No file takes up the whole list. */
function spread(ranked: readonly Scored[]): Scored[] {
  const used = new Map<string, number>()
  return ranked.filter(({ chunk: { entry_id } }) => {
    const before = used.get(entry_id) ?? 0
    used.set(entry_id, before + 1)
    return before < PER_FILE
  })
}

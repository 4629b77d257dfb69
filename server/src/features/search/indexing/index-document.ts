import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { extensionOf } from '#contracts/file-types.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { openBytes } from '../../storage/bytes/open-bytes.ts'
import { announceDocument } from '../../storage/documents/announce-document.ts'
import {
  type Claim,
  dropUnlessKept,
  hideDocument,
  leaveToSlowIndexer,
  postponeClaim,
  releaseClaim,
  releaseStopped,
  releaseUnchanged,
  renewClaim,
} from '../../storage/documents/claim-document.ts'
import { locateById } from '../../storage/find-entry.ts'
import type { Embedder } from './embed/embedder.ts'
import { EmbeddingFailed } from './embed/request-embeddings.ts'
import type { ExtractionThread } from './extract/extraction-thread.ts'
import { TooSlow, Unreadable } from './extract/unreadable.ts'
import { hasSameTexts, updateChunks } from './update-chunks.ts'
import { ClaimLost, clearChunks, type Embedded, writeChunks } from './write-chunks.ts'

const DEADLINE_MS = 10 * 60_000
const HEARTBEAT_MS = 15_000
/** Written in some tens of milliseconds. */
const CHUNK_BATCH_SIZE = 100
/** Written, and embedded by a vendor, in about as much time as a quick try has to read. */
const MAX_QUICK_CHUNKS = 500

/** The process stops; what it has begun is indexed from its beginning by another one, or by the next. */
export class IndexingStopped extends Error {}

type How = { isQuick?: boolean; stopped?: AbortSignal }

/**
 * Indexes one document that this process holds; however it ends, the document has a state for it. A quick try leaves one
 * that takes long to the slow indexer.
 */
export async function indexDocument(
  ctx: Context,
  claim: Claim,
  embedder: Embedder | null,
  thread: ExtractionThread,
  { isQuick = false, stopped = new AbortController().signal }: How = {},
): Promise<void> {
  const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, claim.organization_id))
  if (!organization) return
  const orgCtx = extendContext(ctx, { organization })
  if (await dropUnlessKept(orgCtx, claim)) return
  const lost = new AbortController()
  const signal = AbortSignal.any([lost.signal, stopped, AbortSignal.timeout(DEADLINE_MS)])
  const heartbeat = setInterval(() => {
    renewClaim(ctx, claim).then(
      (isHeld) => isHeld || lost.abort(new ClaimLost()),
      () => undefined,
    )
  }, HEARTBEAT_MS)
  try {
    if (claim.state === 'indexing') await announceDocument(orgCtx, claim.entry_id)
    const text = await readText(orgCtx, claim, embedder, thread, signal)
    if (isQuick && text.chunks.length > MAX_QUICK_CHUNKS) throw new TooSlow('Writing the text takes too long')
    if (claim.state === 'indexed') await refreshText(orgCtx, claim, text, embedder, signal)
    else await replaceText(orgCtx, claim, text, await embed(text, embedder, signal), signal)
  } catch (error) {
    const reason: unknown = stopped.aborted ? stopped.reason : error
    if (isQuick && reason instanceof TooSlow) await leaveToSlowIndexer(orgCtx, claim)
    else await releaseFailed(orgCtx, claim, reason)
  } finally {
    clearInterval(heartbeat)
  }
}

type DocumentText = Awaited<ReturnType<ExtractionThread['extract']>>

async function readText(
  ctx: OrgContext,
  claim: Claim,
  embedder: Embedder | null,
  thread: ExtractionThread,
  signal: AbortSignal,
): Promise<DocumentText> {
  const located = await locateById(ctx, claim.entry_id)
  if (!located) throw new ClaimLost()
  const bytes = await buffer(await openBytes(ctx, located.entry))
  const index = { dimensions: embedder?.is_local ? embedder.dimensions : null }
  return thread.extract({ bytes, extension: extensionOf(located.entry.name), index }, signal)
}

async function embed(
  { chunks, vectors }: DocumentText,
  embedder: Embedder | null,
  signal: AbortSignal,
): Promise<Embedded | null> {
  if (!embedder) return null
  const texts = chunks.map(({ text }) => text)
  return { embedder, vectors: vectors ?? (await embedder.embed(texts, signal)) }
}

/** Replaces the text of an indexed document, which stays searchable by its old text until then. */
async function refreshText(
  ctx: OrgContext,
  claim: Claim,
  text: DocumentText,
  embedder: Embedder | null,
  signal: AbortSignal,
): Promise<void> {
  // Vectors of a vendor cost money; those of unchanged text are reused.
  if (!embedder?.is_local && (await hasSameTexts(ctx, claim, text.chunks))) {
    await updateChunks(ctx, claim, text)
    await releaseIndexed(ctx, claim, text)
    return
  }
  const embedded = await embed(text, embedder, signal)
  if (text.chunks.length <= CHUNK_BATCH_SIZE)
    return ctx.transaction((ctx) => replaceText(ctx, claim, text, embedded, signal))
  // A long transaction would block all other requests on a database with one connection.
  const hidden = await hideDocument(ctx, claim)
  await replaceText(ctx, hidden, text, embedded, signal).catch((error: unknown) => releaseFailed(ctx, hidden, error))
}

async function replaceText(
  ctx: OrgContext,
  claim: Claim,
  text: DocumentText,
  embedded: Embedded | null,
  signal: AbortSignal,
): Promise<void> {
  await clearChunks(ctx, claim)
  await writeChunks(ctx, claim, text, embedded, signal)
  await releaseIndexed(ctx, claim, text)
}

const releaseIndexed = (ctx: OrgContext, claim: Claim, { warning }: DocumentText) =>
  releaseClaim(ctx, claim, { state: 'indexed', error: warning })

/** What is wrong with the document, or with the settings, is so however often it is tried; all else may pass. */
async function releaseFailed(ctx: OrgContext, claim: Claim, error: unknown): Promise<void> {
  if (error instanceof ClaimLost) return
  if (error instanceof IndexingStopped) return void (await releaseStopped(ctx, claim))
  const { entry_id } = claim
  if (error instanceof Unreadable || (error instanceof EmbeddingFailed && !error.may_pass)) {
    ctx.log.info({ entry_id, reason: error.message, cause: error.cause }, 'a document cannot be indexed')
    if (claim.state === 'indexed') return void (await releaseUnchanged(ctx, claim))
    await releaseClaim(ctx, claim, { state: 'failed', error: error.message })
    return
  }
  ctx.log.warn({ err: error, entry_id, attempt: claim.attempts }, 'a document could not be indexed')
  const isForPeople = error instanceof AppError || error instanceof EmbeddingFailed
  await postponeClaim(ctx, claim, isForPeople ? error.message : 'The indexing was interrupted; try again')
}

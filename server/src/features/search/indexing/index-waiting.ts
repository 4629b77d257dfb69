import type { Context, Ports } from '#platform/context.ts'
import { createServedTimes } from '#platform/served-times.ts'
import {
  type Claim,
  claimDocument,
  claimFailed,
  claimOutdated,
  claimQuickDocument,
} from '../../storage/documents/claim-document.ts'
import { readCollection } from './collection.ts'
import { queueIfLarge } from './dedicated-vectors.ts'
import { ExtractionThread, QUICK_LIMITS } from './extract/extraction-thread.ts'
import { IndexingStopped, indexDocument } from './index-document.ts'
import { INDEX_VERSION } from './index-version.ts'

/** A turn ends now and then, so that a process that is asked to stop does not first empty a long queue. */
const TURN_MS = 10_000

type Indexer = {
  /** The organization that each process served last, so that its next turn continues with the next one. */
  servedLast: WeakMap<Ports, string>
  /** In this process. */
  served: ReturnType<typeof createServedTimes>
  claim: (ctx: Context, servedLast: string | undefined) => Promise<Claim | null>
  openThread: () => ExtractionThread
  isQuick: boolean
}

/** Of each server, aborted when it stops. */
const stops = new WeakMap<Ports, AbortController>()

function stopOf({ ports }: Context): AbortController {
  const known = stops.get(ports) ?? new AbortController()
  stops.set(ports, known)
  return known
}

/** Leaves what is being indexed to another process or the next one: a document may take minutes, and nobody is served meanwhile. */
export const stopIndexing = (ctx: Context): void => stopOf(ctx).abort(new IndexingStopped())

const slow: Indexer = {
  servedLast: new WeakMap(),
  served: createServedTimes(),
  claim: async (ctx, last) =>
    (await claimDocument(ctx, INDEX_VERSION, { served_last: last, servedLately: slow.served.of })) ??
    (await claimFailed(ctx, INDEX_VERSION, last)) ??
    (await claimOutdated(ctx, INDEX_VERSION, last)),
  openThread: () => new ExtractionThread(),
  isQuick: false,
}

const quick: Indexer = {
  servedLast: new WeakMap(),
  served: createServedTimes(),
  claim: (ctx, last) => claimQuickDocument(ctx, INDEX_VERSION, { served_last: last, servedLately: quick.served.of }),
  openThread: () => new ExtractionThread(QUICK_LIMITS),
  isQuick: true,
}

/**
 * Indexes what waits, one document after the other and one organization after the other, and then refreshes what an older
 * version could not read or has indexed: only what is left of a turn goes to that.
 */
export const indexWaitingDocuments = (ctx: Context): Promise<void> => index(ctx, slow)

/**
 * Indexes what waits beside `indexWaitingDocuments`, and leaves to it what takes longer than a moment: documents that take a
 * minute each delay nobody's short one.
 */
export const indexQuickDocuments = (ctx: Context): Promise<void> => index(ctx, quick)

async function index(
  ctx: Context,
  { servedLast, served: servedTimes, claim: claimNext, openThread, isQuick }: Indexer,
): Promise<void> {
  await using thread = openThread()
  const served = new Set<string>()
  const end = performance.now() + TURN_MS
  const { signal: stopped } = stopOf(ctx)
  while (performance.now() < end && !stopped.aborted) {
    // Asked each time: an operator may recreate the collection while this process works.
    const collection = await readCollection(ctx)
    if (collection.state === 'mismatched') break
    const claim = await claimNext(ctx, servedLast.get(ctx.ports))
    if (!claim) {
      // Nobody waits: the next look need not go round.
      servedLast.delete(ctx.ports)
      break
    }
    servedLast.set(ctx.ports, claim.organization_id)
    served.add(claim.organization_id)
    const start = performance.now()
    const embedder = collection.state === 'ready' ? collection.embedder : null
    await indexDocument(ctx, claim, embedder, thread, { isQuick, stopped })
    servedTimes.add(claim.organization_id, performance.now() - start)
  }
  for (const organization_id of served) await queueIfLarge(ctx, organization_id)
}

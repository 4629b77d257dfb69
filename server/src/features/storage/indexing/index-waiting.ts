import type { Context, Ports } from '#platform/context.ts'
import { claimDocument } from './claim-document.ts'
import { prepareCollection, readCollection } from './collection.ts'
import { ExtractionThread } from './extract/extraction-thread.ts'
import { indexDocument } from './index-document.ts'

/** A turn ends now and then, so that a process that is asked to stop does not first empty a long queue. */
const TURN_MS = 10_000

/** The collection is prepared once a process; the next turn tries again where that failed. */
const prepared = new WeakMap<Ports, Promise<void>>()
/** Whom a process served last, so that its next turn goes on with the next organization. */
const servedLast = new WeakMap<Ports, string>()

/** Indexes what waits, one document after the other and one organization after the other. */
export async function indexWaitingDocuments(ctx: Context): Promise<void> {
  await prepareOnce(ctx)
  const collection = await readCollection(ctx)
  if (collection.state === 'mismatched') return
  const embedder = collection.state === 'ready' ? collection.embedder : null
  await using thread = new ExtractionThread()
  const end = performance.now() + TURN_MS
  while (performance.now() < end) {
    const claim = await claimDocument(ctx, servedLast.get(ctx.ports))
    if (!claim) return
    servedLast.set(ctx.ports, claim.organization_id)
    await indexDocument(ctx, claim, embedder, thread)
  }
}

function prepareOnce(ctx: Context): Promise<void> {
  const { ports } = ctx
  const begun = prepared.get(ports)
  if (begun) return begun
  const preparing = prepareCollection(ctx).catch((error) => {
    prepared.delete(ports)
    throw error
  })
  prepared.set(ports, preparing)
  return preparing
}

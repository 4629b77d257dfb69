import type { Context, Ports } from '#platform/context.ts'
import { claimDocument, claimFailed, claimOutdated } from '../../storage/claim-document.ts'
import { readCollection } from './collection.ts'
import { queueIfLarge } from './dedicated-vectors.ts'
import { ExtractionThread } from './extract/extraction-thread.ts'
import { indexDocument } from './index-document.ts'
import { INDEX_VERSION } from './index-version.ts'

/** A turn ends now and then, so that a process that is asked to stop does not first empty a long queue. */
const TURN_MS = 10_000

/** Whom a process served last, so that its next turn continues with the next organization. */
const servedLast = new WeakMap<Ports, string>()

/**
 * Indexes what waits, one document after the other and one organization after the other, and then refreshes what an older
 * version could not read or has indexed: only what is left of a turn goes to that.
 */
export async function indexWaitingDocuments(ctx: Context): Promise<void> {
  await using thread = new ExtractionThread()
  const served = new Set<string>()
  const end = performance.now() + TURN_MS
  while (performance.now() < end) {
    // Asked each time: an operator may recreate the collection while this process works.
    const collection = await readCollection(ctx)
    if (collection.state === 'mismatched') break
    const last = servedLast.get(ctx.ports)
    const claim =
      (await claimDocument(ctx, INDEX_VERSION, last)) ??
      (await claimFailed(ctx, INDEX_VERSION, last)) ??
      (await claimOutdated(ctx, INDEX_VERSION, last))
    if (!claim) {
      // Nobody waits: the next look need not go round.
      servedLast.delete(ctx.ports)
      break
    }
    servedLast.set(ctx.ports, claim.organization_id)
    served.add(claim.organization_id)
    await indexDocument(ctx, claim, collection.state === 'ready' ? collection.embedder : null, thread)
  }
  for (const organization_id of served) await queueIfLarge(ctx, organization_id)
}

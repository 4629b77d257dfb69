import { and, eq, lt, sql } from 'drizzle-orm'
import { widen } from '#platform/bus/unit.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../organizations/context.ts'
import { organizations } from '../organizations/table.ts'
import { announceDocument } from './announce-document.ts'
import { findPlaceOf, isInTrash } from './find-entry.ts'
import { lockTree } from './lock-tree.ts'
import { isDocument } from './queue-document.ts'
import { type DocumentRow, storageDocuments } from './table.ts'

const LEASE_MS = 60_000
const MOST_ATTEMPTS = 3
const LOWEST = '00000000-0000-0000-0000-000000000000'

/** A document in the hands of this process. */
export type Claim = Pick<DocumentRow, 'organization_id' | 'entry_id' | 'attempts'> & { lease_id: string }

const leaseEnd = (ctx: Context) => new Date(ctx.now().getTime() + LEASE_MS)

/**
 * Takes one waiting document of the organization that comes after the one served last, so that an organization that
 * uploads a thousand files delays nobody else.
 */
export async function claimDocument(ctx: Context, served_last: string = LOWEST): Promise<Claim | null> {
  const now = ctx.now().toISOString()
  const lease_id = newId()
  const { rows } = await ctx.db.execute<Omit<Claim, 'lease_id'>>(sql`
    update ${storageDocuments} set state = 'indexing', attempts = attempts + 1, lease_id = ${lease_id},
      leased_until = ${leaseEnd(ctx).toISOString()}::timestamptz
    where (organization_id, entry_id) = (
      select d.organization_id, d.entry_id from ${storageDocuments} d
      where d.state = 'queued' and d.organization_id > ${served_last} and d.due_at <= ${now}::timestamptz
      order by d.organization_id, d.due_at limit 1 for update skip locked)
    returning organization_id, entry_id, attempts`)
  const [row] = rows
  if (row) return { ...row, lease_id }
  return served_last === LOWEST ? null : claimDocument(ctx)
}

/** True of the document while this claim holds it: a claim that was overtaken writes nothing. */
export const isHeld = ({ organization_id, entry_id, lease_id }: Claim) =>
  and(isDocument({ organization_id, entry_id }), eq(storageDocuments.lease_id, lease_id))

/** A heartbeat; false when the file was changed, deleted or claimed by another indexer. */
export async function renewClaim(ctx: Context, claim: Claim): Promise<boolean> {
  const { rowCount } = await ctx.db
    .update(storageDocuments)
    .set({ leased_until: leaseEnd(ctx) })
    .where(isHeld(claim))
  return rowCount === 1
}

type End = Pick<typeof storageDocuments.$inferInsert, 'state' | 'error' | 'due_at'>

/** Releases the document in its new state and announces it. */
export function releaseClaim(ctx: OrgContext, claim: Claim, end: End): Promise<boolean> {
  return ctx.transaction(async (ctx) => {
    const released = await ctx.db
      .update(storageDocuments)
      .set({ error: null, ...end, lease_id: null, leased_until: null })
      .where(isHeld(claim))
    if (!released.rowCount) return false
    await announceDocument(ctx, claim.entry_id)
    return true
  })
}

/**
 * Removes a document that lies in the trash or is being erased; false where it is kept. The lock keeps a restore, which adds
 * documents that are missing, from finding this one just before it goes.
 */
export function dropUnlessKept(ctx: OrgContext, claim: Claim): Promise<boolean> {
  return ctx.transaction(async (ctx) => {
    await lockTree(ctx, 'shared')
    const place = await findPlaceOf(ctx, claim.entry_id)
    if (place && !isInTrash(place)) return false
    await ctx.db.delete(storageDocuments).where(isHeld(claim))
    return true
  })
}

/** After a failure that may pass: later again, and after the third try not any more. */
export function postponeClaim(ctx: OrgContext, claim: Claim, reason: string): Promise<boolean> {
  if (claim.attempts >= MOST_ATTEMPTS) return releaseClaim(ctx, claim, { state: 'failed', error: reason })
  const due_at = new Date(ctx.now().getTime() + 10_000 * 3 ** (claim.attempts - 1))
  return releaseClaim(ctx, claim, { state: 'queued', due_at })
}

/** Queues documents again whose indexer stopped its heartbeat, so that none stays in `indexing` for ever. */
export async function recoverLostDocuments(ctx: Context): Promise<void> {
  await recover(ctx, lt(storageDocuments.leased_until, ctx.now()))
}

/** For a database that belongs to one process at a time: whoever held a document before it started is gone. */
export async function forgetIndexers(ctx: Context): Promise<void> {
  await recover(ctx, undefined)
}

async function recover(ctx: Context, isLost: ReturnType<typeof lt> | undefined): Promise<void> {
  const lost = await ctx.db
    .select({ document: storageDocuments, organization: organizations })
    .from(storageDocuments)
    .innerJoin(organizations, eq(organizations.id, storageDocuments.organization_id))
    .where(and(eq(storageDocuments.state, 'indexing'), isLost))
  for (const { document, organization } of lost) {
    const { lease_id } = document
    if (!lease_id) continue
    const reason = `The indexing was interrupted ${MOST_ATTEMPTS} times`
    await postponeClaim(widen(ctx, { organization }), { ...document, lease_id }, reason)
  }
}

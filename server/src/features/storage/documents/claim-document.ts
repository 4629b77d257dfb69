import { and, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { documentsQueued } from '../events.ts'
import { isInTrash, locateById } from '../find-entry.ts'
import { lockTree } from '../lock-tree.ts'
import { type DocumentRow, storageDocuments } from '../table.ts'
import { announceDocument } from './announce-document.ts'
import { isDocument } from './queue-document.ts'

const LEASE_MS = 60_000
const MAX_ATTEMPTS = 3
const LOWEST = '00000000-0000-0000-0000-000000000000'

/** A document leased by this process. One that is `indexed` is being refreshed and keeps that state. */
export type Claim = Pick<DocumentRow, 'organization_id' | 'entry_id' | 'attempts' | 'state'> & { lease_id: string }

const leaseEnd = (ctx: Context) => new Date(ctx.now().getTime() + LEASE_MS)

/** Of so many organizations that wait, the one that was served least is the next. */
const MAX_COMPARED = 100

type Turn = {
  served_last?: string | undefined
  /** For how long an organization was served lately. */
  servedLately?: (organization_id: string) => number
}

/**
 * Claims one waiting document of the organization that was served least lately, or else of the one that comes after the one served
 * last: neither one that uploads a thousand files nor several whose files take a minute each delay anybody else.
 */
export const claimDocument = (ctx: Context, version: number, turn?: Turn): Promise<Claim | null> =>
  claimQueued(ctx, version, sql`true`, turn)

/** The same without those for which a short try was not enough. */
export const claimQuickDocument = (ctx: Context, version: number, turn?: Turn): Promise<Claim | null> =>
  claimQueued(ctx, version, sql`not d.is_slow`, turn)

async function claimQueued(
  ctx: Context,
  version: number,
  which: SQL,
  { served_last = LOWEST, servedLately = () => 0 }: Turn = {},
): Promise<Claim | null> {
  const waits = sql`d.state = 'queued' and ${which} and d.due_at <= ${nowOf(ctx)}`
  const after = await listWaiting(ctx, waits, served_last)
  const isAll = served_last === LOWEST || after.length === MAX_COMPARED
  const ids = new Set(isAll ? after : [...after, ...(await listWaiting(ctx, waits, LOWEST))])
  const compared = [...ids].map((id) => ({ id, ms: servedLately(id) }))
  for (const { id } of compared.sort((one, other) => one.ms - other.ms)) {
    const claim = await claimFirst(
      ctx,
      version,
      sql`select d.organization_id, d.entry_id from ${storageDocuments} d where d.organization_id = ${id} and ${waits}
        order by d.due_at limit 1 for update skip locked`,
      sql`state = 'indexing', `,
    )
    if (claim) return claim
  }
  return null
}

/** The organizations that wait, by one look-up each: reading all that waits would take as long as there is much. */
async function listWaiting(ctx: Context, waits: SQL, after: string): Promise<string[]> {
  const next = (last: SQL) => sql`(select d.organization_id from ${storageDocuments} d
    where ${waits} and d.organization_id > ${last} order by d.organization_id limit 1)`
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with recursive waiting as (
      select ${next(sql`${after}::uuid`)} as id
      union all
      select ${next(sql`waiting.id`)} from waiting where waiting.id is not null
    )
    select id from waiting where id is not null limit ${MAX_COMPARED}`)
  return rows.map(({ id }) => id)
}

/** The same for a document that an older index version could not read: a newer one may. It is tried once for each version. */
export async function claimFailed(ctx: Context, version: number, served_last: string = LOWEST): Promise<Claim | null> {
  const claim = await claimFirst(
    ctx,
    version,
    sql`select d.organization_id, d.entry_id from ${storageDocuments} d
      where d.state = 'failed' and d.organization_id > ${served_last} and d.index_version < ${version}
      order by d.organization_id limit 1 for update skip locked`,
    sql`state = 'indexing', `,
  )
  return claim ?? (served_last === LOWEST ? null : claimFailed(ctx, version))
}

/** The same for an indexed document of an older index version, which stays indexed meanwhile. */
export async function claimOutdated(
  ctx: Context,
  version: number,
  served_last: string = LOWEST,
): Promise<Claim | null> {
  // A look-up for each organization: sorting all outdated documents for one of them would take as long as there are many.
  const claim = await claimFirst(
    ctx,
    version,
    sql`select d.organization_id, d.entry_id from ${organizations} o cross join lateral (
        select organization_id, entry_id from ${storageDocuments}
        where organization_id = o.id and state = 'indexed' and index_version < ${version} and lease_id is null
          and due_at <= ${nowOf(ctx)}
        limit 1 for update skip locked) d
      where o.id > ${served_last} order by o.id limit 1`,
  )
  return claim ?? (served_last === LOWEST ? null : claimOutdated(ctx, version))
}

/** The document is marked as current at once, so that one that crashes the process is not retried forever. */
async function claimFirst(ctx: Context, version: number, next: SQL, changes: SQL = sql``): Promise<Claim | null> {
  const lease_id = newId()
  const { rows } = await ctx.db.execute<Omit<Claim, 'lease_id'>>(sql`
    with next as materialized (${next})
    update ${storageDocuments} d set ${changes}index_version = ${version}, attempts = attempts + 1, lease_id = ${lease_id},
      leased_until = ${leaseEnd(ctx).toISOString()}::timestamptz
    from next where d.organization_id = next.organization_id and d.entry_id = next.entry_id
    returning d.organization_id, d.entry_id, d.attempts, d.state`)
  const [row] = rows
  return row ? { ...row, lease_id } : null
}

const nowOf = (ctx: Context): SQL => sql`${ctx.now().toISOString()}::timestamptz`

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

type End = Pick<typeof storageDocuments.$inferInsert, 'state' | 'error' | 'due_at' | 'is_slow' | 'attempts'>

/** Releases the document in its new state, and announces it where that is another. */
export function releaseClaim(ctx: OrgContext, claim: Claim, end: End): Promise<boolean> {
  return ctx.transaction(async (ctx) => {
    const released = await ctx.db
      .update(storageDocuments)
      .set({ error: null, ...end, ...(end.state === 'indexed' && { attempts: 0 }), lease_id: null, leased_until: null })
      .where(isHeld(claim))
    if (!released.rowCount) return false
    if (claim.state !== end.state) await announceDocument(ctx, claim.entry_id)
    return true
  })
}

/** Leaves the document to the indexer with much time; the short try does not count. */
export async function leaveToSlowIndexer(ctx: OrgContext, claim: Claim): Promise<void> {
  if (await releaseClaim(ctx, claim, { state: 'queued', is_slow: true, attempts: claim.attempts - 1 }))
    await ctx.emit(documentsQueued, {})
}

/** Leaves the document to another process, or to the next one of this server; what was begun does not count as a try. */
export async function releaseStopped(ctx: OrgContext, claim: Claim): Promise<void> {
  const attempts = claim.attempts - 1
  if (claim.state === 'indexing') return void (await releaseClaim(ctx, claim, { state: 'queued', attempts }))
  await ctx.db
    .update(storageDocuments)
    .set({ attempts, index_version: 0, lease_id: null, leased_until: null })
    .where(isHeld(claim))
}

/** Ends a refresh that could not read the document; its old text stays searchable. */
export async function releaseUnchanged(ctx: Context, claim: Claim): Promise<void> {
  await ctx.db.update(storageDocuments).set({ attempts: 0, lease_id: null, leased_until: null }).where(isHeld(claim))
}

/** Turns a refresh into an indexing, during which the document is not searched. */
export async function hideDocument(ctx: Context, claim: Claim): Promise<Claim> {
  await ctx.db.update(storageDocuments).set({ state: 'indexing' }).where(isHeld(claim))
  return { ...claim, state: 'indexing' }
}

/**
 * Removes a document that lies in the trash or is being erased; false where it is kept. The lock keeps a restore, which adds
 * documents that are missing, from finding this one just before it goes.
 */
export function dropUnlessKept(ctx: OrgContext, claim: Claim): Promise<boolean> {
  return ctx.transaction(async (ctx) => {
    await lockTree(ctx, 'shared')
    const located = await locateById(ctx, claim.entry_id)
    if (located && !isInTrash(located)) return false
    await ctx.db.delete(storageDocuments).where(isHeld(claim))
    return true
  })
}

/** After a failure that may pass: later again, and after the third try not any more. */
export async function postponeClaim(ctx: OrgContext, claim: Claim, reason: string): Promise<boolean> {
  if (claim.state === 'indexed') return postponeRefresh(ctx, claim)
  if (claim.attempts >= MAX_ATTEMPTS) return releaseClaim(ctx, claim, { state: 'failed', error: reason })
  return releaseClaim(ctx, claim, { state: 'queued', due_at: nextTry(ctx, claim) })
}

const nextTry = (ctx: Context, { attempts }: Claim) => new Date(ctx.now().getTime() + 10_000 * 3 ** (attempts - 1))

/** The old text stays searchable; after the last attempt the document is left as it is until the next index version. */
async function postponeRefresh(ctx: OrgContext, claim: Claim): Promise<boolean> {
  const isLast = claim.attempts >= MAX_ATTEMPTS
  const { rowCount } = await ctx.db
    .update(storageDocuments)
    .set({ lease_id: null, leased_until: null, due_at: nextTry(ctx, claim), ...(!isLast && { index_version: 0 }) })
    .where(isHeld(claim))
  return rowCount === 1
}

/** Queues documents again whose indexer stopped its heartbeat, so that none is leased for ever. */
export async function recoverLostDocuments(ctx: Context): Promise<void> {
  await recover(ctx, lt(storageDocuments.leased_until, ctx.now()))
}

/** For a database that belongs to one process at a time: a process that held a document before it started has ended. */
export async function expireAllClaims(ctx: Context): Promise<void> {
  await recover(ctx, undefined)
}

async function recover(ctx: Context, isLost: ReturnType<typeof lt> | undefined): Promise<void> {
  const lost = await ctx.db
    .select({ document: storageDocuments, organization: organizations })
    .from(storageDocuments)
    .innerJoin(organizations, eq(organizations.id, storageDocuments.organization_id))
    .where(and(isNotNull(storageDocuments.lease_id), isLost))
  for (const { document, organization } of lost) {
    const { lease_id } = document
    if (!lease_id) continue
    const reason = `The indexing was interrupted ${MAX_ATTEMPTS} times`
    await postponeClaim(extendContext(ctx, { organization }), { ...document, lease_id }, reason)
  }
}

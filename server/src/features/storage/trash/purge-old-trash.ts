import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { storageFileDeleted } from '../events.ts'
import { locateById } from '../find-entry.ts'
import { describeEntry } from '../list-folder.ts'
import { lockTree } from '../lock-tree.ts'
import { presentEntryEvent } from '../present.ts'
import { storageEntries } from '../table.ts'
import { eraseEntry } from './erase.ts'

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000
const BATCH_SIZE = 200
const { id, trashed_at } = storageEntries

/** Erases what has lain in the trash for longer than the contract keeps it. */
export async function purgeOldTrash(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - RETENTION_MS)
  // Rows that are passed over, such as those below what was erased a moment ago, are not read again.
  for (let last: { id: string; trashed_at: Date } | undefined; ; ) {
    const after =
      last && sql`(${trashed_at}, ${id}) > (${last.trashed_at.toISOString()}::timestamptz, ${last.id}::uuid)`
    const old = await ctx.db
      .select({ id, trashed_at, organization: organizations })
      .from(storageEntries)
      .innerJoin(organizations, eq(organizations.id, storageEntries.organization_id))
      .where(and(lt(trashed_at, before), after))
      .orderBy(asc(trashed_at), asc(id))
      .limit(BATCH_SIZE)
    for (const { id, organization } of old) await purge(extendContext(ctx, { organization }), id, before)
    const next = old.at(-1)
    if (!next?.trashed_at) return
    last = { id: next.id, trashed_at: next.trashed_at }
  }
}

function purge(ctx: OrgContext, id: string, before: Date): Promise<void> {
  return ctx.transaction(async (ctx) => {
    await lockTree(ctx, 'exclusive')
    const located = await locateById(ctx, id)
    // Restored or erased by someone in the meantime.
    if (!located?.entry.trashed_at || located.entry.trashed_at >= before) return
    const deleted = await describeEntry(ctx, located.entry, located.path)
    await eraseEntry(ctx, located)
    await ctx.emit(storageFileDeleted, presentEntryEvent(deleted))
  })
}

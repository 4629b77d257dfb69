import { asc, eq, lt } from 'drizzle-orm'
import { widen } from '#platform/bus/unit.ts'
import type { Context } from '#platform/context.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { storageFileDeleted } from '../events.ts'
import { findPlaceOf } from '../find-entry.ts'
import { describeEntry } from '../list-folder.ts'
import { lockTree } from '../lock-tree.ts'
import { presentNews } from '../present.ts'
import { storageEntries } from '../table.ts'
import { eraseEntry } from './erase.ts'

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000
const BATCH = 200

/** Erases what has lain in the trash for longer than the contract keeps it. */
export async function purgeOldTrash(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - RETENTION_MS)
  for (;;) {
    const old = await ctx.db
      .select({ id: storageEntries.id, organization: organizations })
      .from(storageEntries)
      .innerJoin(organizations, eq(organizations.id, storageEntries.organization_id))
      .where(lt(storageEntries.trashed_at, before))
      .orderBy(asc(storageEntries.trashed_at))
      .limit(BATCH)
    if (old.length === 0) return
    for (const { id, organization } of old) await purge(widen(ctx, { organization }), id, before)
  }
}

function purge(ctx: OrgContext, id: string, before: Date): Promise<void> {
  return ctx.transaction(async (ctx) => {
    await lockTree(ctx, 'alone')
    const place = await findPlaceOf(ctx, id)
    // Restored or erased by somebody in the meantime.
    if (!place?.entry.trashed_at || place.entry.trashed_at >= before) return
    const gone = await describeEntry(ctx, place.entry, place.path)
    await eraseEntry(ctx, place)
    await ctx.emit(storageFileDeleted, presentNews(gone))
  })
}

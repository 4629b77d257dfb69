import { sql } from 'drizzle-orm'
import { TRASH } from '#contracts/storage-names.ts'
import type { Context } from '#platform/context.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { insertFolder } from '../entries/create-folder.ts'
import { writePlace } from '../entries/move-entry.ts'
import type { LocatedEntry } from '../find-entry.ts'
import { eraseDetached } from '../jobs.ts'
import { storageBlobs, storageEntries } from '../table.ts'
import { pruneMirrors } from './mirror.ts'

const BATCH_SIZE = 2000

/** Takes an entry out of the trash for good. What lies below goes with it at once, and its rows soon after. */
export async function eraseEntry(ctx: OrgContext, { entry, line }: LocatedEntry): Promise<void> {
  await writePlace(ctx, entry, { parent_id: null, name: `erased ${entry.id}`, trashed_at: null, original_name: null })
  await pruneMirrors(ctx, line)
  // Anyone who empties the whole trash still has one.
  if (entry.name === TRASH && entry.parent_id) await insertFolder(ctx, entry.parent_id, { name: TRASH })
  await ctx.enqueue(eraseDetached, {})
}

/** Erases what was detached level by level, a bounded number of rows at a time, so that no statement grows with a tree. */
export async function eraseDetachedEntries(ctx: Context): Promise<void> {
  const top = sql`d.parent_id is null and d.name <> ''`
  const inside = sql`${storageEntries} d join ${storageEntries} e
    on e.organization_id = d.organization_id and e.parent_id = d.id where ${top}`
  const steps = [
    // Their bytes count as touched now, because someone may be reading them; in one order, so that two erasers take turns.
    sql`with gone as (
      delete from ${storageEntries} where (organization_id, id) in (
        select e.organization_id, e.id from ${inside} and e.type = 'file' limit ${BATCH_SIZE} for update of e skip locked)
      returning organization_id, hash, is_encrypted
    ), locked as (
      select b.organization_id, b.hash, b.is_encrypted from ${storageBlobs} b
      where (b.organization_id, b.hash, b.is_encrypted) in (select * from gone)
      order by b.organization_id, b.hash, b.is_encrypted for no key update
    )
    update ${storageBlobs} b set touched_at = ${ctx.now().toISOString()}::timestamptz from locked
    where b.organization_id = locked.organization_id and b.hash = locked.hash and b.is_encrypted = locked.is_encrypted`,
    sql`update ${storageEntries} set parent_id = null, name = 'erased ' || id where (organization_id, id) in (
      select e.organization_id, e.id from ${inside} and e.type = 'folder' limit ${BATCH_SIZE} for update of e skip locked)`,
    sql`delete from ${storageEntries} where (organization_id, id) in (
      select d.organization_id, d.id from ${storageEntries} d where ${top} and not exists (
        select 1 from ${storageEntries} e where e.organization_id = d.organization_id and e.parent_id = d.id)
      limit ${BATCH_SIZE} for update of d skip locked)`,
  ]
  for (let changed = 1; changed > 0; ) {
    changed = 0
    for (const step of steps) changed += (await ctx.db.execute(step)).rowCount ?? 0
  }
}

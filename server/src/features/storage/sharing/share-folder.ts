import { and, eq } from 'drizzle-orm'
import type { FolderShares, ShareFolder } from '#contracts/storage.ts'
import { AppError } from '#platform/error.ts'
import { fieldError } from '#platform/http/errors.ts'
import { findTeammate } from '../../teammates/access.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { permissionAt } from '../access.ts'
import { storageFileUpdated } from '../events.ts'
import { findEntry, isInTrash, type LocatedEntry } from '../find-entry.ts'
import { describeEntry } from '../list-folder.ts'
import { lockTree } from '../lock-tree.ts'
import { presentEntryEvent } from '../present.ts'
import { storageShares } from '../table.ts'
import { folderShared, folderUnshared } from './audit-actions.ts'
import { type Sharer, sharesOf } from './list-shares.ts'

/** Gives a folder with everything below it to a teammate, or changes what it may do there. */
export async function shareFolder(ctx: Sharer, { path, employee_id, permission }: ShareFolder): Promise<FolderShares> {
  const teammate = await findTeammate(ctx, employee_id)
  if (teammate.is_system) throw fieldError('employee_id', 'A system teammate has full access already')
  return changeShares(ctx, path, async (ctx, located) => {
    await refuseInherited(ctx, teammate, located)
    await ctx.db
      .insert(storageShares)
      .values({
        organization_id: ctx.organization.id,
        entry_id: located.entry.id,
        employee_id: teammate.id,
        permission,
      })
      .onConflictDoUpdate({
        target: [storageShares.organization_id, storageShares.entry_id, storageShares.employee_id],
        set: { permission },
      })
    await ctx.record(folderShared, { subject: subjectOf(located), after: { ...named(teammate), permission } })
  })
}

export async function unshareFolder(
  ctx: Sharer,
  { path, employee_id }: { path: string; employee_id: string },
): Promise<FolderShares> {
  const teammate = await findTeammate(ctx, employee_id)
  return changeShares(ctx, path, async (ctx, located) => {
    const deleted = await ctx.db
      .delete(storageShares)
      .where(
        and(
          eq(storageShares.organization_id, ctx.organization.id),
          eq(storageShares.entry_id, located.entry.id),
          eq(storageShares.employee_id, teammate.id),
        ),
      )
    if (deleted.rowCount) return ctx.record(folderUnshared, { subject: subjectOf(located), before: named(teammate) })
    await refuseInherited(ctx, teammate, located)
    throw new AppError('not_found', 'This folder is not shared with the teammate')
  })
}

const subjectOf = ({ entry, path }: LocatedEntry) => ({ type: 'storage_folder', id: entry.id, name: path })
const named = ({ id, name }: TeammateRow) => ({ employee_id: id, employee_name: name })

function changeShares(
  ctx: Sharer,
  path: string,
  change: (ctx: Sharer, located: LocatedEntry) => Promise<void>,
): Promise<FolderShares> {
  if (path === '/') throw fieldError('path', 'The root cannot be shared')
  return ctx.transaction(async (ctx) => {
    await lockTree(ctx, 'shared')
    const located = await findEntry(ctx, path)
    if (located.entry.type !== 'folder') throw fieldError('path', 'Only folders can be shared')
    if (isInTrash(located)) throw fieldError('path', 'What is in the trash cannot be shared')
    await change(ctx, located)
    await ctx.emit(storageFileUpdated, presentEntryEvent(await describeEntry(ctx, located.entry, path)))
    return sharesOf(ctx, located)
  })
}

/** A permission that a folder above decides is changed there; one of the folder's own that is stronger is not inherited. */
async function refuseInherited(ctx: Sharer, teammate: { id: string }, located: LocatedEntry): Promise<void> {
  const permission = await permissionAt(ctx, teammate, located)
  if (!permission?.from_parent) return
  throw new AppError('conflict', 'The permission comes from a folder above; change it there', {
    code: 'STORAGE_PERMISSION_INHERITED',
  })
}

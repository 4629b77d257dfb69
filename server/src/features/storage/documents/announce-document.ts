import type { OrgContext } from '../../organizations/context.ts'
import { storageFileUpdated } from '../events.ts'
import { locateById } from '../find-entry.ts'
import { describeEntry } from '../list-folder.ts'
import { type Listed, presentEntryEvent } from '../present.ts'

/** Tells everyone of a file's new index state; null for a file that is being erased. */
export async function announceDocument(ctx: OrgContext, entry_id: string): Promise<Listed | null> {
  const located = await locateById(ctx, entry_id)
  if (!located) return null
  const listed = await describeEntry(ctx, located.entry, located.path)
  await ctx.emit(storageFileUpdated, presentEntryEvent(listed))
  return listed
}

import type { OrgContext } from '../organizations/context.ts'
import { storageFileUpdated } from './events.ts'
import { findPlaceOf } from './find-entry.ts'
import { describeEntry } from './list-folder.ts'
import { type Listed, presentEntryEvent } from './present.ts'

/** Tells everyone of a file's new index state; null for a file that is being erased. */
export async function announceDocument(ctx: OrgContext, entry_id: string): Promise<Listed | null> {
  const place = await findPlaceOf(ctx, entry_id)
  if (!place) return null
  const listed = await describeEntry(ctx, place.entry, place.path)
  await ctx.emit(storageFileUpdated, presentEntryEvent(listed))
  return listed
}

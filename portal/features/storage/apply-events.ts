import type { FolderListing, StorageEntry, StorageEntryEvent } from '#contracts/storage.ts'
import { folderOf, isWithin } from '../../lib/folder-query.ts'

export type StorageChange = { kind: 'put' | 'gone' | 'moved'; news: StorageEntryEvent }

/** A folder's listing after these events; the same one where it says nothing of this folder. */
export function applyStorageEvents(
  folder: string,
  listing: FolderListing,
  events: readonly StorageChange[],
): FolderListing {
  const changes = new Map<string, StorageEntry | null>()
  for (const { kind, news } of events) {
    const { id: _id, organization_id: _organization, previous_path, ...entry } = news
    if (kind === 'moved' && previous_path !== undefined && folderOf(previous_path) === folder)
      changes.set(previous_path, null)
    if (folderOf(entry.path) === folder && entry.path !== '/') changes.set(entry.path, kind === 'gone' ? null : entry)
  }
  if (changes.size === 0) return listing
  const unchanged = listing.files.flatMap((entry) => {
    const change = changes.get(entry.path)
    changes.delete(entry.path)
    return change === null ? [] : [change ?? entry]
  })
  const added = [...changes.values()].filter((entry) => entry !== null)
  return { ...listing, files: [...unchanged, ...added] }
}

/** Where a path leads after a move of it or of a folder above; the same path where it does not concern it. */
export function followed(path: string, { path: to, previous_path: from }: StorageEntryEvent): string {
  if (from === undefined || !isWithin(path, from)) return path
  return `${to}${path.slice(from.length)}`
}

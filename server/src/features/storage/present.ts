import { mimeTypeOf } from '#contracts/file-types.ts'
import type {
  DeletedEntry,
  FileMeta,
  SavedContent,
  StorageEntry,
  StorageEntryEvent,
  TrashedEntry,
} from '#contracts/storage.ts'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import { indexStateOf } from './documents/queue-document.ts'
import type { DocumentState, EntryRow } from './table.ts'

/** An entry with what its own row does not say. */
export type Listed = EntryRow & {
  path: string
  shared: boolean
  state: DocumentState | null
  /** Why the indexing failed, or what of an indexed file could not be read. */
  index_error?: string | null
}

/** What was deleted itself, with where it was. */
export type Trashed = Listed & { original_path: string; trashed_at: Date }

export function presentEntry(row: Listed): StorageEntry {
  const { name, path, type, size } = row
  const hasError = row.state === 'failed' || row.state === 'indexed'
  const failure = hasError && row.index_error ? { index_error: row.index_error } : {}
  const about = type === 'folder' ? { shared: row.shared } : { index_state: indexStateOf(row.state), ...failure }
  return {
    name: path === '/' ? '/' : name,
    path,
    type,
    size,
    mime_type: type === 'folder' ? null : mimeTypeOf(name),
    created_at: row.created_at.toISOString(),
    modified_at: row.modified_at.toISOString(),
    ...about,
  }
}

export const presentTrashed = (row: Trashed): TrashedEntry => ({
  ...presentEntry(row),
  original_path: row.original_path,
  deleted_at: row.trashed_at.toISOString(),
})

export function presentEntryEvent(row: Listed, previous_path?: string): StorageEntryEvent {
  const { id, organization_id } = row
  return { ...presentEntry(row), id, organization_id, ...(previous_path !== undefined && { previous_path }) }
}

export function presentMeta({ entry, path }: { entry: EntryRow; path: string }): FileMeta {
  return {
    path,
    name: entry.name,
    size: entry.size,
    created_at: entry.created_at.toISOString(),
    modified_at: entry.modified_at.toISOString(),
    hash: entry.hash ?? '',
    mime_type: mimeTypeOf(entry.name),
  }
}

export const presentSaved = ({ path, size, modified_at }: Listed): SavedContent => ({
  path,
  size,
  modified_at: modified_at.toISOString(),
})

export const presentDeleted = (path: string, trash_path: string | null): DeletedEntry => ({ path, trash_path })

export const childPath = (parent: string, name: string): string => joinPath([...namesOf(parent), name])

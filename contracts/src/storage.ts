import { z } from 'zod'
import { enveloped, Instant, pageOf, pageQuery } from './page.ts'
import { EntryName, StoragePath } from './storage-path.ts'

export const IndexState = z.enum(['Indexed', 'Queued for indexing', 'Indexing…', 'Indexing failed', 'Not indexable'])
export type IndexState = z.infer<typeof IndexState>

/** Folders have `shared`, files have `index_state`. */
export const StorageEntry = z.object({
  name: z.string(),
  /** Canonical: without a leading slash; the root is `/`. */
  path: z.string(),
  type: z.enum(['file', 'folder']),
  size: z.number().int(),
  mime_type: z.string().nullable(),
  created_at: Instant,
  modified_at: Instant,
  shared: z.boolean().optional(),
  index_state: IndexState.optional(),
  /** Why the indexing failed, or what of an indexed file could not be read. */
  index_error: z.string().optional(),
})
export type StorageEntry = z.infer<typeof StorageEntry>

/** What everyone in the organization receives; `previous_path` where the entry stood elsewhere. */
export const StorageEntryEvent = StorageEntry.extend({
  id: z.uuid(),
  organization_id: z.uuid(),
  previous_path: z.string().optional(),
})
export type StorageEntryEvent = z.infer<typeof StorageEntryEvent>

export const FileMeta = StorageEntry.pick({
  path: true,
  name: true,
  size: true,
  created_at: true,
  modified_at: true,
}).extend({ hash: z.string(), mime_type: z.string() })
export type FileMeta = z.infer<typeof FileMeta>

export const Permission = z.enum(['read', 'write'])
export type Permission = z.infer<typeof Permission>

export const PermissionHolder = z.object({
  employee_id: z.uuid(),
  name: z.string(),
  role: z.string(),
  is_system: z.literal(true).optional(),
})
export type PermissionHolder = z.infer<typeof PermissionHolder>

/** `path` defaults to the root. */
export const FolderQuery = z.object({ path: StoragePath.default('/') })
export const EntryQuery = z.object({ path: StoragePath })

export const FolderListing = z.object({ files: z.array(StorageEntry), permission_holders: z.array(PermissionHolder) })
export type FolderListing = z.infer<typeof FolderListing>

export const StorageStats = z.object({ files: z.number().int(), folders: z.number().int(), bytes: z.number() })
export type StorageStats = z.infer<typeof StorageStats>

export const UploadFields = z.object({ path: StoragePath.default('/') })
export const CreateFolder = z.object({ name: EntryName, path: StoragePath.default('/') })
export type CreateFolder = z.infer<typeof CreateFolder>
export const RenameEntry = z.object({ path: StoragePath, new_name: EntryName })
export type RenameEntry = z.infer<typeof RenameEntry>
/** `dest_path` is the folder that takes the entry. */
export const PlaceEntry = z.object({ source_path: StoragePath, dest_path: StoragePath })
export type PlaceEntry = z.infer<typeof PlaceEntry>
export const RestoreEntry = z.object({ path: StoragePath })
/** Something that was deleted, by its path in the trash; what lies in it is deleted with it and not listed. */
export const TrashedEntry = StorageEntry.extend({
  /** Where a restore brings it back to. */
  original_path: z.string(),
  deleted_at: Instant,
})
export type TrashedEntry = z.infer<typeof TrashedEntry>
export const TrashQuery = pageQuery({ limit: 100, max: 200 })
export const TrashPage = pageOf(TrashedEntry)
export type TrashPage = z.infer<typeof TrashPage>
/** `trash_path` is where it waits now; null when it was erased. */
export const DeletedEntry = z.object({ path: z.string(), trash_path: z.string().nullable() })
export type DeletedEntry = z.infer<typeof DeletedEntry>

const content = z.string()
/** The path of something new: a trailing slash asks for a folder, so it is kept apart from the canonical path. */
export const NewPath = z.string().transform((text, issue) => {
  const path = StoragePath.safeParse(text)
  if (path.success && path.data !== '/') return { path: path.data, is_folder: text.endsWith('/') }
  issue.addIssue({ code: 'custom', message: path.error?.issues[0]?.message ?? 'A path is required' })
  return z.NEVER
})
export const CreateContent = z
  .object({
    path: z
      .string()
      .refine((path) => !path.startsWith('/'), 'The path must be relative')
      .pipe(NewPath),
    content: content.default(''),
  })
  .transform(({ path, content }) => ({ ...path, content }))
export type CreateContent = z.output<typeof CreateContent>
/** With `modified_at` the change is refused when someone else has changed the file meanwhile. */
export const ChangeContent = z.object({ path: StoragePath, content, modified_at: Instant.optional() })
export type ChangeContent = z.infer<typeof ChangeContent>
export const SavedContent = z.object({ path: z.string(), size: z.number().int(), modified_at: Instant })
export type SavedContent = z.infer<typeof SavedContent>
export const FileContent = SavedContent.extend({ content: z.string() })
export type FileContent = z.infer<typeof FileContent>

export const ShareFolder = z.object({ path: StoragePath, employee_id: z.uuid(), permission: Permission })
export type ShareFolder = z.infer<typeof ShareFolder>
/** Files that lie beside each other go into a new folder, which is shared: all of it, or nothing. */
export const ShareFiles = z.object({
  /** Of the new folder, which is made in `path`. */
  name: EntryName,
  path: StoragePath.default('/'),
  /** What goes into it. */
  paths: z.array(StoragePath).min(1).max(200),
  employee_id: z.uuid(),
  permission: Permission,
})
export type ShareFiles = z.infer<typeof ShareFiles>
export const UnshareQuery = z.object({ path: StoragePath, employee_id: z.uuid() })
/** `from_parent` where a folder above decides; then it is changed there. */
export const FolderShare = PermissionHolder.extend({
  permission: Permission,
  from_parent: z.boolean(),
  /** The folder above that decides. */
  parent_path: z.string().optional(),
})
export type FolderShare = z.infer<typeof FolderShare>
export const FolderShares = z.object({ path: z.string(), shares: z.array(FolderShare) })
export type FolderShares = z.infer<typeof FolderShares>

export const EffectivePermission = z.object({ permission: Permission, from_parent: z.boolean() })
export type EffectivePermission = z.infer<typeof EffectivePermission>
export const TeammateAccess = z.object({
  folders: z.array(EffectivePermission.extend({ path: z.string() })),
  permission_holders: z.array(PermissionHolder),
  /** By path; `/` where the teammate has full access. */
  effective_permissions: z.record(z.string(), EffectivePermission),
})
export type TeammateAccess = z.infer<typeof TeammateAccess>

const MAX_FOUND = 20
export const EntrySearch = z.object({
  q: z.string().trim().max(128).default(''),
  /** Clamped, whatever is sent; what is no number counts as nothing. */
  limit: z.coerce
    .string()
    .trim()
    .default('')
    .transform((sent) => {
      const limit = sent === '' ? Number.NaN : Math.trunc(Number(sent))
      return Number.isNaN(limit) ? MAX_FOUND : Math.min(Math.max(limit, 1), MAX_FOUND)
    }),
})
export type EntrySearch = z.output<typeof EntrySearch>
/** Paths here are absolute. */
export const FoundEntries = z.object({
  entries: z.array(StorageEntry.pick({ name: true, path: true, type: true })),
  truncated: z.boolean(),
})
export type FoundEntries = z.infer<typeof FoundEntries>

export const Reindexed = z.object({ reindexed: z.number().int() })

export const PrivateListing = enveloped(z.array(StorageEntry))
export const PrivateEntry = enveloped(StorageEntry)
export const PrivateMeta = enveloped(FileMeta)
export const PrivateDeleted = enveloped(DeletedEntry)

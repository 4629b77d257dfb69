import { describeEndpoints } from './endpoint.ts'
import { MAX_FILE_BYTES } from './file-types.ts'
import * as privateStoragePaths from './paths/private-storage.ts'
import * as storagePaths from './paths/storage.ts'
import {
  ChangeContent,
  CreateContent,
  CreateFolder,
  DeletedEntry,
  EntryQuery,
  EntrySearch,
  FileContent,
  FolderListing,
  FolderQuery,
  FolderShares,
  FoundEntries,
  PlaceEntry,
  PrivateDeleted,
  PrivateEntry,
  PrivateListing,
  PrivateMeta,
  RenameEntry,
  RestoreEntry,
  SavedContent,
  ShareFolder,
  StorageEntry,
  StorageStats,
  TeammateAccess,
  TrashPage,
  TrashQuery,
  UnshareQuery,
  UploadFields,
} from './storage.ts'

export const storageEndpoints = describeEndpoints(storagePaths, {
  listFolder: {
    summary: 'What lies directly in a folder, and which teammates may use it',
    query: FolderQuery,
    answer: FolderListing,
  },
  showTeammateAccess: {
    summary: 'The folders that a teammate may use',
    answer: TeammateAccess,
  },
  searchEntries: {
    summary: 'Files and folders that a teammate may read, by a part of their name',
    query: EntrySearch,
    answer: FoundEntries,
  },
  showStorageStats: {
    summary: 'How much lies below a folder',
    query: FolderQuery,
    answer: StorageStats,
  },
  uploadFile: {
    summary: 'Bring a file; one of its name is overwritten',
    upload: { file: 'file', most_bytes: MAX_FILE_BYTES, fields: UploadFields },
    answer: StorageEntry,
    statuses: [200, 201],
    errors: { 409: ['STORAGE_PATH_CONFLICT'], 503: ['STORAGE_UNAVAILABLE'] },
  },
  downloadEntry: {
    summary: 'A file as it is, or a folder as a zip',
    query: EntryQuery,
    errors: { 503: ['STORAGE_UNAVAILABLE'] },
  },
  deleteEntry: {
    summary: 'Move a file or a folder to the trash; erase what is in the trash',
    query: EntryQuery,
    answer: DeletedEntry,
    errors: { 409: ['STORAGE_PATH_CONFLICT'] },
  },
  createFolder: {
    summary: 'Make a folder',
    body: CreateFolder,
    answer: StorageEntry,
    statuses: [201],
    errors: { 409: ['STORAGE_PATH_CONFLICT'] },
  },
  renameEntry: {
    summary: 'Call a file or a folder by another name',
    body: RenameEntry,
    answer: StorageEntry,
    errors: { 409: ['STORAGE_PATH_CONFLICT'] },
  },
  copyEntry: {
    summary: 'Copy a file or a folder into another folder',
    body: PlaceEntry,
    answer: StorageEntry,
    errors: { 409: ['STORAGE_PATH_CONFLICT'] },
  },
  moveEntry: {
    summary: 'Put a file or a folder into another folder',
    body: PlaceEntry,
    answer: StorageEntry,
    errors: { 409: ['STORAGE_PATH_CONFLICT'] },
  },
  listShares: {
    summary: 'Which teammates may use a folder',
    query: EntryQuery,
    answer: FolderShares,
  },
  shareFolder: {
    summary: 'Give a folder to a teammate, or change what it may do there',
    body: ShareFolder,
    answer: FolderShares,
    errors: { 409: ['STORAGE_PERMISSION_INHERITED'] },
  },
  unshareFolder: {
    summary: 'Take a folder back from a teammate',
    query: UnshareQuery,
    answer: FolderShares,
    errors: { 409: ['STORAGE_PERMISSION_INHERITED'] },
  },
  showContent: {
    summary: 'The text of a file',
    query: EntryQuery,
    answer: FileContent,
    errors: { 422: [], 503: ['STORAGE_UNAVAILABLE'] },
  },
  createContent: {
    summary: 'Make a text file, or a folder where the path ends with a slash',
    body: CreateContent,
    answer: SavedContent,
    statuses: [201],
    errors: { 409: ['STORAGE_PATH_CONFLICT'], 503: ['STORAGE_UNAVAILABLE'] },
  },
  updateContent: {
    summary: 'Change the text of a file',
    body: ChangeContent,
    answer: SavedContent,
    errors: { 409: ['STORAGE_CONTENT_CHANGED'], 422: [], 503: ['STORAGE_UNAVAILABLE'] },
  },
  listTrash: {
    summary: 'What was deleted and is not yet erased, with where it was',
    query: TrashQuery,
    answer: TrashPage,
  },
  restoreEntry: {
    summary: 'Bring back from the trash',
    body: RestoreEntry,
    answer: StorageEntry,
    errors: { 409: ['STORAGE_PATH_CONFLICT'] },
  },
})

export const privateStorageEndpoints = describeEndpoints(privateStoragePaths, {
  listStorageFolder: {
    summary: 'What lies directly in a folder',
    query: FolderQuery,
    answer: PrivateListing,
    errors: { 404: [] },
  },
  showStorageFile: {
    summary: 'What is known of a file',
    query: EntryQuery,
    answer: PrivateMeta,
    errors: { 404: [] },
  },
  downloadStorageFile: {
    summary: 'The bytes of a file',
    query: EntryQuery,
    errors: { 404: [], 503: ['STORAGE_UNAVAILABLE'] },
  },
  uploadStorageFile: {
    summary: 'Bring a file; one of its name is overwritten',
    upload: { file: 'file', most_bytes: MAX_FILE_BYTES, fields: UploadFields },
    answer: PrivateEntry,
    statuses: [200, 201],
    errors: { 404: [], 409: ['STORAGE_PATH_CONFLICT'], 503: ['STORAGE_UNAVAILABLE'] },
  },
  createStorageFolder: {
    summary: 'Make a folder',
    body: CreateFolder,
    answer: PrivateEntry,
    statuses: [201],
    errors: { 404: [], 409: ['STORAGE_PATH_CONFLICT'] },
  },
  renameStorageEntry: {
    summary: 'Call a file or a folder by another name',
    body: RenameEntry,
    answer: PrivateEntry,
    errors: { 404: [], 409: ['STORAGE_PATH_CONFLICT'] },
  },
  moveStorageEntry: {
    summary: 'Put a file or a folder into another folder',
    body: PlaceEntry,
    answer: PrivateEntry,
    errors: { 404: [], 409: ['STORAGE_PATH_CONFLICT'] },
  },
  deleteStorageEntry: {
    summary: 'Move a file or a folder to the trash; erase what is in the trash',
    query: EntryQuery,
    answer: PrivateDeleted,
    errors: { 404: [], 409: ['STORAGE_PATH_CONFLICT'] },
  },
})

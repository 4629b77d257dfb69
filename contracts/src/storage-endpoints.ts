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
    summary: 'List a folder and the teammates with access to it',
    query: FolderQuery,
    answer: FolderListing,
  },
  showTeammateAccess: {
    summary: 'List the folders shared with a teammate',
    answer: TeammateAccess,
  },
  searchEntries: {
    summary: 'Search the names of files and folders that a teammate can read',
    query: EntrySearch,
    answer: FoundEntries,
  },
  showStorageStats: {
    summary: 'Count the files, folders and bytes below a folder',
    query: FolderQuery,
    answer: StorageStats,
  },
  uploadFile: {
    summary: 'Upload a file, overwriting one of the same name',
    upload: { file: 'file', most_bytes: MAX_FILE_BYTES, fields: UploadFields },
    answer: StorageEntry,
    statuses: [200, 201],
    errors: { 409: ['STORAGE_PATH_CONFLICT'], 503: ['STORAGE_UNAVAILABLE'] },
  },
  downloadEntry: {
    summary: 'Download a file, or a folder as a zip',
    query: EntryQuery,
    errors: { 503: ['STORAGE_UNAVAILABLE'] },
  },
  deleteEntry: {
    summary: 'Move a file or folder to the trash, or delete it permanently from there',
    query: EntryQuery,
    answer: DeletedEntry,
    errors: { 409: ['STORAGE_PATH_CONFLICT'] },
  },
  createFolder: {
    summary: 'Create a folder',
    body: CreateFolder,
    answer: StorageEntry,
    statuses: [201],
    errors: { 409: ['STORAGE_PATH_CONFLICT'] },
  },
  renameEntry: {
    summary: 'Rename a file or folder',
    body: RenameEntry,
    answer: StorageEntry,
    errors: { 409: ['STORAGE_PATH_CONFLICT'] },
  },
  copyEntry: {
    summary: 'Copy a file or folder into another folder',
    body: PlaceEntry,
    answer: StorageEntry,
    errors: { 409: ['STORAGE_PATH_CONFLICT'] },
  },
  moveEntry: {
    summary: 'Move a file or folder into another folder',
    body: PlaceEntry,
    answer: StorageEntry,
    errors: { 409: ['STORAGE_PATH_CONFLICT'] },
  },
  listShares: {
    summary: 'List the teammates with access to a folder',
    query: EntryQuery,
    answer: FolderShares,
  },
  shareFolder: {
    summary: 'Share a folder with a teammate, or change its permission',
    body: ShareFolder,
    answer: FolderShares,
    errors: { 409: ['STORAGE_PERMISSION_INHERITED'] },
  },
  unshareFolder: {
    summary: 'Stop sharing a folder with a teammate',
    query: UnshareQuery,
    answer: FolderShares,
    errors: { 409: ['STORAGE_PERMISSION_INHERITED'] },
  },
  showContent: {
    summary: 'Read a text file',
    query: EntryQuery,
    answer: FileContent,
    errors: { 422: [], 503: ['STORAGE_UNAVAILABLE'] },
  },
  createContent: {
    summary: 'Create a text file, or a folder if the path ends with a slash',
    body: CreateContent,
    answer: SavedContent,
    statuses: [201],
    errors: { 409: ['STORAGE_PATH_CONFLICT'], 503: ['STORAGE_UNAVAILABLE'] },
  },
  updateContent: {
    summary: 'Update a text file',
    body: ChangeContent,
    answer: SavedContent,
    errors: { 409: ['STORAGE_CONTENT_CHANGED'], 422: [], 503: ['STORAGE_UNAVAILABLE'] },
  },
  listTrash: {
    summary: 'List the trash, with the original locations',
    query: TrashQuery,
    answer: TrashPage,
  },
  restoreEntry: {
    summary: 'Restore from the trash',
    body: RestoreEntry,
    answer: StorageEntry,
    errors: { 409: ['STORAGE_PATH_CONFLICT'] },
  },
})

export const privateStorageEndpoints = describeEndpoints(privateStoragePaths, {
  listStorageFolder: {
    summary: 'List a folder',
    query: FolderQuery,
    answer: PrivateListing,
    errors: { 404: [] },
  },
  showStorageFile: {
    summary: 'Get the details of a file',
    query: EntryQuery,
    answer: PrivateMeta,
    errors: { 404: [] },
  },
  downloadStorageFile: {
    summary: 'Download a file',
    query: EntryQuery,
    errors: { 404: [], 503: ['STORAGE_UNAVAILABLE'] },
  },
  uploadStorageFile: {
    summary: 'Upload a file, overwriting one of the same name',
    upload: { file: 'file', most_bytes: MAX_FILE_BYTES, fields: UploadFields },
    answer: PrivateEntry,
    statuses: [200, 201],
    errors: { 404: [], 409: ['STORAGE_PATH_CONFLICT'], 503: ['STORAGE_UNAVAILABLE'] },
  },
  createStorageFolder: {
    summary: 'Create a folder',
    body: CreateFolder,
    answer: PrivateEntry,
    statuses: [201],
    errors: { 404: [], 409: ['STORAGE_PATH_CONFLICT'] },
  },
  renameStorageEntry: {
    summary: 'Rename a file or folder',
    body: RenameEntry,
    answer: PrivateEntry,
    errors: { 404: [], 409: ['STORAGE_PATH_CONFLICT'] },
  },
  moveStorageEntry: {
    summary: 'Move a file or folder into another folder',
    body: PlaceEntry,
    answer: PrivateEntry,
    errors: { 404: [], 409: ['STORAGE_PATH_CONFLICT'] },
  },
  deleteStorageEntry: {
    summary: 'Move a file or folder to the trash, or delete it permanently from there',
    query: EntryQuery,
    answer: PrivateDeleted,
    errors: { 404: [], 409: ['STORAGE_PATH_CONFLICT'] },
  },
})

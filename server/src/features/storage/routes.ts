import { MAX_FILE_BYTES } from '#contracts/file-types.ts'
import {
  CreateFolder,
  DeletedEntry,
  EntryQuery,
  EntrySearch,
  FolderListing,
  FolderQuery,
  FolderShares,
  FoundEntries,
  PlaceEntry,
  Reindexed,
  RenameEntry,
  ShareFolder,
  StorageEntry,
  StorageStats,
  TeammateAccess,
  UnshareQuery,
  UploadFields,
} from '#contracts/storage.ts'
import { Reply, route } from '#platform/route.ts'
import { copyEntry } from './copy-entry.ts'
import { createFolder } from './create-folder.ts'
import { deleteEntry } from './delete-entry.ts'
import { findFolder } from './find-entry.ts'
import { reindexFile, reindexFolder } from './indexing/reindex.ts'
import { listFolder } from './list-folder.ts'
import { moveEntry } from './move-entry.ts'
import { presentEntry } from './present.ts'
import { renameEntry } from './rename-entry.ts'
import { searchEntries } from './search-entries.ts'
import { serveEntry } from './serve-file.ts'
import { listHolders, listShares } from './sharing/list-shares.ts'
import { shareFolder, unshareFolder } from './sharing/share-folder.ts'
import { showAccess } from './sharing/show-access.ts'
import { showStats } from './show-stats.ts'
import { uploadFile } from './upload-file.ts'

const storage = '/api/organizations/:organization_id/storage'
const employee = `${storage}/employees/:employee_id`

export const routes = [
  route({
    method: 'GET',
    path: storage,
    caller: 'member',
    summary: 'What lies directly in a folder, and which teammates may use it',
    query: FolderQuery,
    output: FolderListing,
    serve: async (ctx, { query }) => {
      const place = await findFolder(ctx, query.path)
      const files = (await listFolder(ctx, place)).map(presentEntry)
      return { files, permission_holders: await listHolders(ctx, [place]) }
    },
  }),
  route({
    method: 'GET',
    path: `${employee}/access`,
    caller: 'teammate_viewer',
    summary: 'The folders that a teammate may use',
    output: TeammateAccess,
    serve: (ctx) => showAccess(ctx),
  }),
  route({
    method: 'GET',
    path: `${employee}/entries/search`,
    caller: 'teammate_viewer',
    summary: 'Files and folders that a teammate may read, by a part of their name',
    query: EntrySearch,
    output: FoundEntries,
    serve: (ctx, { query }) => searchEntries(ctx, ctx.teammate, query),
  }),
  route({
    method: 'GET',
    path: `${storage}/stats`,
    caller: 'member',
    summary: 'How much lies below a folder',
    query: FolderQuery,
    output: StorageStats,
    serve: (ctx, { query }) => showStats(ctx, query.path),
  }),
  route({
    method: 'POST',
    path: `${storage}/upload`,
    caller: 'member',
    summary: 'Bring a file; one of its name is overwritten',
    upload: { file: 'file', most_bytes: MAX_FILE_BYTES, fields: UploadFields },
    output: StorageEntry,
    serve: async (ctx, { upload }) => {
      const { entry, created } = await uploadFile(ctx, upload)
      return new Reply(presentEntry(entry), { status: created ? 201 : 200 })
    },
  }),
  route({
    method: 'GET',
    path: `${storage}/download`,
    caller: 'member',
    summary: 'A file as it is, or a folder as a zip',
    query: EntryQuery,
    serve: (ctx, { query }) => serveEntry(ctx, query.path),
  }),
  route({
    method: 'DELETE',
    path: `${storage}/file`,
    caller: 'member',
    summary: 'Move a file or a folder to the trash; erase what is in the trash',
    query: EntryQuery,
    output: DeletedEntry,
    serve: (ctx, { query }) => deleteEntry(ctx, query.path, null),
  }),
  route({
    method: 'POST',
    path: `${storage}/file/reindex`,
    caller: 'member',
    summary: 'Index a file again whose indexing failed',
    query: EntryQuery,
    output: StorageEntry,
    serve: async (ctx, { query }) => presentEntry(await reindexFile(ctx, query.path)),
  }),
  route({
    method: 'POST',
    path: `${storage}/folder/reindex`,
    caller: 'member',
    summary: 'Index again every file below a folder whose indexing failed',
    query: FolderQuery,
    output: Reindexed,
    serve: async (ctx, { query }) => ({ reindexed: await reindexFolder(ctx, query.path) }),
  }),
  route({
    method: 'POST',
    path: `${storage}/folder`,
    caller: 'member',
    summary: 'Make a folder',
    body: CreateFolder,
    output: StorageEntry,
    serve: async (ctx, { body }) => new Reply(presentEntry(await createFolder(ctx, body)), { status: 201 }),
  }),
  route({
    method: 'POST',
    path: `${storage}/folder/rename`,
    caller: 'member',
    summary: 'Call a file or a folder by another name',
    body: RenameEntry,
    output: StorageEntry,
    serve: async (ctx, { body }) => presentEntry(await renameEntry(ctx, body, null)),
  }),
  route({
    method: 'POST',
    path: `${storage}/folder/copy`,
    caller: 'member',
    summary: 'Copy a file or a folder into another folder',
    body: PlaceEntry,
    output: StorageEntry,
    serve: async (ctx, { body }) => presentEntry(await copyEntry(ctx, body, null)),
  }),
  route({
    method: 'POST',
    path: `${storage}/folder/move`,
    caller: 'member',
    summary: 'Put a file or a folder into another folder',
    body: PlaceEntry,
    output: StorageEntry,
    serve: async (ctx, { body }) => presentEntry(await moveEntry(ctx, body, null)),
  }),
  route({
    method: 'GET',
    path: `${storage}/folder/share`,
    caller: 'member',
    summary: 'Which teammates may use a folder',
    query: EntryQuery,
    output: FolderShares,
    serve: (ctx, { query }) => listShares(ctx, query.path),
  }),
  route({
    method: 'POST',
    path: `${storage}/folder/share`,
    caller: 'member',
    summary: 'Give a folder to a teammate, or change what it may do there',
    body: ShareFolder,
    output: FolderShares,
    serve: (ctx, { body }) => shareFolder(ctx, body),
  }),
  route({
    method: 'DELETE',
    path: `${storage}/folder/share`,
    caller: 'member',
    summary: 'Take a folder back from a teammate',
    query: UnshareQuery,
    output: FolderShares,
    serve: (ctx, { query }) => unshareFolder(ctx, query),
  }),
]

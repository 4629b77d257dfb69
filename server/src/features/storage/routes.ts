import { storageEndpoints } from '#contracts/storage-endpoints.ts'
import { storageSearchEndpoints } from '#contracts/storage-search.ts'
import { listInPieces } from '#platform/list-in-pieces.ts'
import { Reply, route } from '#platform/route.ts'
import { reindexFile, reindexFolder } from './documents/reindex.ts'
import { disableContentExecution, serveEntry } from './download/serve-file.ts'
import { copyEntry } from './entries/copy-entry.ts'
import { createFolder } from './entries/create-folder.ts'
import { deleteEntry } from './entries/delete-entry.ts'
import { moveEntry } from './entries/move-entry.ts'
import { renameEntry } from './entries/rename-entry.ts'
import { searchEntries } from './entries/search-entries.ts'
import { showStats } from './entries/show-stats.ts'
import { uploadFile } from './entries/upload-file.ts'
import { findFolder } from './find-entry.ts'
import { listFolder } from './list-folder.ts'
import { presentEntry } from './present.ts'
import { listHolders, listShares } from './sharing/list-shares.ts'
import { shareFiles } from './sharing/share-files.ts'
import { shareFolder, unshareFolder } from './sharing/share-folder.ts'
import { showAccess } from './sharing/show-access.ts'

export const routes = [
  route(storageEndpoints.listFolder, {
    caller: 'member',
    serve: async (ctx, { query }) => {
      const place = await findFolder(ctx, query.path)
      const rest = { permission_holders: await listHolders(ctx, [place]) }
      return listInPieces({ name: 'files', pages: listFolder(ctx, place), present: presentEntry, rest })
    },
  }),
  route(storageEndpoints.showTeammateAccess, {
    caller: 'teammate_viewer',
    serve: (ctx) => showAccess(ctx),
  }),
  route(storageEndpoints.searchEntries, {
    caller: 'teammate_viewer',
    serve: (ctx, { query }) => searchEntries(ctx, ctx.teammate, query),
  }),
  route(storageEndpoints.showStorageStats, {
    caller: 'member',
    serve: (ctx, { query }) => showStats(ctx, query.path),
  }),
  route(storageEndpoints.uploadFile, {
    caller: 'member',
    serve: async (ctx, { upload }) => {
      const { entry, created } = await uploadFile(ctx, upload)
      return new Reply(presentEntry(entry), { status: created ? 201 : 200 })
    },
  }),
  route(storageEndpoints.downloadEntry, {
    caller: 'member',
    serve: (ctx, { query, http }) => {
      disableContentExecution(http)
      return serveEntry(ctx, query.path)
    },
  }),
  route(storageEndpoints.deleteEntry, {
    caller: 'member',
    serve: (ctx, { query }) => deleteEntry(ctx, query.path, null),
  }),
  route(storageSearchEndpoints.reindexFile, {
    caller: 'member',
    serve: async (ctx, { query }) => presentEntry(await reindexFile(ctx, query.path)),
  }),
  route(storageSearchEndpoints.reindexFolder, {
    caller: 'member',
    serve: async (ctx, { query }) => ({ reindexed: await reindexFolder(ctx, query.path) }),
  }),
  route(storageEndpoints.createFolder, {
    caller: 'member',
    serve: async (ctx, { body }) => new Reply(presentEntry(await createFolder(ctx, body)), { status: 201 }),
  }),
  route(storageEndpoints.renameEntry, {
    caller: 'member',
    serve: async (ctx, { body }) => presentEntry(await renameEntry(ctx, body, null)),
  }),
  route(storageEndpoints.copyEntry, {
    caller: 'member',
    serve: async (ctx, { body }) => presentEntry(await copyEntry(ctx, body, null)),
  }),
  route(storageEndpoints.moveEntry, {
    caller: 'member',
    serve: async (ctx, { body }) => presentEntry(await moveEntry(ctx, body, null)),
  }),
  route(storageEndpoints.listShares, {
    caller: 'member',
    serve: (ctx, { query }) => listShares(ctx, query.path),
  }),
  route(storageEndpoints.shareFolder, {
    caller: 'member',
    serve: (ctx, { body }) => shareFolder(ctx, body),
  }),
  route(storageEndpoints.shareFiles, {
    caller: 'member',
    serve: async (ctx, { body }) => new Reply(await shareFiles(ctx, body), { status: 201 }),
  }),
  route(storageEndpoints.unshareFolder, {
    caller: 'member',
    serve: (ctx, { query }) => unshareFolder(ctx, query),
  }),
]

import { privateStorageEndpoints } from '#contracts/storage-endpoints.ts'
import { TRASH } from '#contracts/storage-names.ts'
import { fieldError } from '#platform/http/errors.ts'
import { listInPieces } from '#platform/list-in-pieces.ts'
import { Reply, route } from '#platform/route.ts'
import { serveFile } from './download/serve-file.ts'
import { createFolder } from './entries/create-folder.ts'
import { deleteEntry } from './entries/delete-entry.ts'
import { moveEntry } from './entries/move-entry.ts'
import { renameEntry } from './entries/rename-entry.ts'
import { uploadFile } from './entries/upload-file.ts'
import { findFile, findFolder } from './find-entry.ts'
import { listFolder } from './list-folder.ts'
import { type Listed, presentEntry, presentMeta } from './present.ts'

const done = <Data>(data: Data) => ({ success: true as const, data })
const entry = (row: Listed) => done(presentEntry(row))

export const routes = [
  route(privateStorageEndpoints.listStorageFolder, {
    caller: 'private_key',
    serve: async (ctx, { query }) => {
      const pages = listFolder(ctx, await findFolder(ctx, query.path))
      return listInPieces({ name: 'data', pages, present: presentEntry, rest: { success: true as const } })
    },
  }),
  route(privateStorageEndpoints.showStorageFile, {
    caller: 'private_key',
    serve: async (ctx, { query }) => done(presentMeta(await findFile(ctx, query.path))),
  }),
  route(privateStorageEndpoints.downloadStorageFile, {
    caller: 'private_key',
    serve: (ctx, { query }) => serveFile(ctx, query.path),
  }),
  route(privateStorageEndpoints.uploadStorageFile, {
    caller: 'private_key',
    serve: async (ctx, { upload }) => {
      const saved = await uploadFile(ctx, upload)
      return new Reply(entry(saved.entry), { status: saved.created ? 201 : 200 })
    },
  }),
  route(privateStorageEndpoints.createStorageFolder, {
    caller: 'private_key',
    serve: async (ctx, { body }) => new Reply(entry(await createFolder(ctx, body)), { status: 201 }),
  }),
  route(privateStorageEndpoints.renameStorageEntry, {
    caller: 'private_key',
    serve: async (ctx, { body }) => entry(await renameEntry(ctx, body, null)),
  }),
  route(privateStorageEndpoints.moveStorageEntry, {
    caller: 'private_key',
    serve: async (ctx, { body }) => entry(await moveEntry(ctx, body, null)),
  }),
  route(privateStorageEndpoints.deleteStorageEntry, {
    caller: 'private_key',
    serve: async (ctx, { query }) => {
      // People are asked first before the whole trash is emptied; a program that means one entry must not lose all of them.
      if (query.path === TRASH) throw fieldError('path', 'The trash is not deleted as a whole: name what is in it')
      return done(await deleteEntry(ctx, query.path, null))
    },
  }),
]

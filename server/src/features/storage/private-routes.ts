import { MAX_FILE_BYTES } from '#contracts/file-types.ts'
import {
  CreateFolder,
  EntryQuery,
  FolderQuery,
  PlaceEntry,
  PrivateDeleted,
  PrivateEntry,
  PrivateListing,
  PrivateMeta,
  RenameEntry,
  UploadFields,
} from '#contracts/storage.ts'
import { Reply, route } from '#platform/route.ts'
import { createFolder } from './create-folder.ts'
import { deleteEntry } from './delete-entry.ts'
import { findFile, findFolder } from './find-entry.ts'
import { listFolder } from './list-folder.ts'
import { moveEntry } from './move-entry.ts'
import { type Listed, presentEntry, presentMeta } from './present.ts'
import { renameEntry } from './rename-entry.ts'
import { serveFile } from './serve-file.ts'
import { uploadFile } from './upload-file.ts'

const storage = '/api/private/storage'

const done = <Data>(data: Data) => ({ success: true as const, data })
const entry = (row: Listed) => done(presentEntry(row))

export const routes = [
  route({
    method: 'GET',
    path: `${storage}/`,
    caller: 'private_key',
    summary: 'What lies directly in a folder',
    query: FolderQuery,
    output: PrivateListing,
    serve: async (ctx, { query }) => done((await listFolder(ctx, await findFolder(ctx, query.path))).map(presentEntry)),
  }),
  route({
    method: 'GET',
    path: `${storage}/meta`,
    caller: 'private_key',
    summary: 'What is known of a file',
    query: EntryQuery,
    output: PrivateMeta,
    serve: async (ctx, { query }) => done(presentMeta(await findFile(ctx, query.path))),
  }),
  route({
    method: 'GET',
    path: `${storage}/download`,
    caller: 'private_key',
    summary: 'The bytes of a file',
    query: EntryQuery,
    serve: (ctx, { query }) => serveFile(ctx, query.path),
  }),
  route({
    method: 'POST',
    path: `${storage}/upload`,
    caller: 'private_key',
    summary: 'Bring a file; one of its name is overwritten',
    upload: { file: 'file', most_bytes: MAX_FILE_BYTES, fields: UploadFields },
    output: PrivateEntry,
    serve: async (ctx, { upload }) => {
      const saved = await uploadFile(ctx, upload)
      return new Reply(entry(saved.entry), { status: saved.created ? 201 : 200 })
    },
  }),
  route({
    method: 'POST',
    path: `${storage}/folder`,
    caller: 'private_key',
    summary: 'Make a folder',
    body: CreateFolder,
    output: PrivateEntry,
    serve: async (ctx, { body }) => new Reply(entry(await createFolder(ctx, body)), { status: 201 }),
  }),
  route({
    method: 'POST',
    path: `${storage}/rename`,
    caller: 'private_key',
    summary: 'Call a file or a folder by another name',
    body: RenameEntry,
    output: PrivateEntry,
    serve: async (ctx, { body }) => entry(await renameEntry(ctx, body, null)),
  }),
  route({
    method: 'POST',
    path: `${storage}/move`,
    caller: 'private_key',
    summary: 'Put a file or a folder into another folder',
    body: PlaceEntry,
    output: PrivateEntry,
    serve: async (ctx, { body }) => entry(await moveEntry(ctx, body, null)),
  }),
  route({
    method: 'DELETE',
    path: `${storage}/file`,
    caller: 'private_key',
    summary: 'Move a file or a folder to the trash; erase what is in the trash',
    query: EntryQuery,
    output: PrivateDeleted,
    serve: async (ctx, { query }) => done(await deleteEntry(ctx, query.path, null)),
  }),
]

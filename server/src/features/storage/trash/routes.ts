import { RestoreEntry, StorageEntry, TrashPage, TrashQuery } from '#contracts/storage.ts'
import { route } from '#platform/route.ts'
import { presentEntry, presentTrashed } from '../present.ts'
import { restoreEntry } from '../restore-entry.ts'
import { listTrash } from './list-trash.ts'

const storage = '/api/organizations/:organization_id/storage'

export const routes = [
  route({
    method: 'GET',
    path: `${storage}/trash`,
    caller: 'member',
    summary: 'What was deleted and is not yet erased, with where it was',
    query: TrashQuery,
    output: TrashPage,
    serve: async (ctx, { query }) => {
      const page = await listTrash(ctx, query)
      return { ...page, data: page.data.map(presentTrashed) }
    },
  }),
  route({
    method: 'POST',
    path: `${storage}/restore`,
    caller: 'member',
    summary: 'Bring back from the trash',
    body: RestoreEntry,
    output: StorageEntry,
    serve: async (ctx, { body }) => presentEntry(await restoreEntry(ctx, body.path)),
  }),
]

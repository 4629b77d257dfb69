import { storageEndpoints } from '#contracts/storage-endpoints.ts'
import { route } from '#platform/route.ts'
import { presentEntry, presentTrashed } from '../present.ts'
import { listTrash } from './list-trash.ts'
import { restoreEntry } from './restore-entry.ts'

export const routes = [
  route(storageEndpoints.listTrash, {
    caller: 'member',
    serve: async (ctx, { query }) => {
      const page = await listTrash(ctx, query)
      return { ...page, data: page.data.map(presentTrashed) }
    },
  }),
  route(storageEndpoints.restoreEntry, {
    caller: 'member',
    serve: async (ctx, { body }) => presentEntry(await restoreEntry(ctx, body.path)),
  }),
]

import { storageEndpoints } from '#contracts/storage-endpoints.ts'
import { Reply, route } from '#platform/route.ts'
import { presentSaved } from '../present.ts'
import { changeContent } from './change-content.ts'
import { createContent } from './create-content.ts'
import { showContent } from './show-content.ts'

export const routes = [
  route(storageEndpoints.showContent, {
    caller: 'member',
    serve: (ctx, { query }) => showContent(ctx, query.path, null),
  }),
  route(storageEndpoints.createContent, {
    caller: 'member',
    serve: async (ctx, { body }) => new Reply(presentSaved(await createContent(ctx, body, null)), { status: 201 }),
  }),
  route(storageEndpoints.updateContent, {
    caller: 'member',
    serve: async (ctx, { body }) => presentSaved(await changeContent(ctx, body, null)),
  }),
]

import { storageEndpoints } from '#contracts/storage-endpoints.ts'
import { Reply, route } from '#platform/route.ts'
import { presentSaved } from '../present.ts'
import { changeContent } from './change-content.ts'
import { createContent } from './create-content.ts'
import { showContent } from './show-content.ts'

/** The longest text, with every character escaped in JSON. */
const TEXT_BODY_LIMIT_BYTES = 64 * 1024 * 1024

export const routes = [
  route(storageEndpoints.showContent, {
    caller: 'member',
    serve: (ctx, { query }) => showContent(ctx, query.path, null),
  }),
  route(storageEndpoints.createContent, {
    caller: 'member',
    bodyLimitBytes: TEXT_BODY_LIMIT_BYTES,
    serve: async (ctx, { body }) => new Reply(presentSaved(await createContent(ctx, body, null)), { status: 201 }),
  }),
  route(storageEndpoints.updateContent, {
    caller: 'member',
    bodyLimitBytes: TEXT_BODY_LIMIT_BYTES,
    serve: async (ctx, { body }) => presentSaved(await changeContent(ctx, body, null)),
  }),
]

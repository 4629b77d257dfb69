import { conversationEndpoints } from '#contracts/conversations.ts'
import { route } from '#platform/route.ts'
import { findPayload } from './find-payload.ts'
import { serveAttachment } from './serve-attachment.ts'

export const routes = [
  route(conversationEndpoints.downloadAttachment, {
    caller: 'member',
    serve: (ctx, { params }) => serveAttachment(ctx, params.attachment_id),
  }),
  route(conversationEndpoints.showToolPayload, {
    caller: 'member',
    serve: (ctx, { params }) => findPayload(ctx, params),
  }),
]

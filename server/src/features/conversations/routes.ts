import { conversationEndpoints } from '#contracts/conversations.ts'
import { route } from '#platform/route.ts'
import { serveAttachment } from './serve-attachment.ts'

export const routes = [
  route(conversationEndpoints.downloadAttachment, {
    caller: 'member',
    serve: (ctx, { params }) => serveAttachment(ctx, params.attachment_id),
  }),
]

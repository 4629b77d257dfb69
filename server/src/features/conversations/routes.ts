import { conversationEndpoints } from '#contracts/conversations.ts'
import { route } from '#platform/route.ts'
import { findAttachment } from './files/find-attachment.ts'
import { serveFile } from './files/serve-file.ts'
import { findPayload } from './messages/find-payload.ts'

export const routes = [
  route(conversationEndpoints.downloadAttachment, {
    caller: 'member',
    serve: async (ctx, { params }) => serveFile(ctx, await findAttachment(ctx, params.attachment_id)),
  }),
  route(conversationEndpoints.showToolPayload, {
    caller: 'member',
    serve: (ctx, { params }) => findPayload(ctx, params),
  }),
]

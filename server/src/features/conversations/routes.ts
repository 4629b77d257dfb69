import { conversationEndpoints } from '#contracts/conversations.ts'
import { route } from '#platform/route.ts'
import { findAttachment } from './find-attachment.ts'
import { findPayload } from './find-payload.ts'
import { serveFile } from './serve-file.ts'

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

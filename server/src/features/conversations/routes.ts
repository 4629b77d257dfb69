import { z } from 'zod'
import { route } from '#platform/route.ts'
import { serveAttachment } from './serve-attachment.ts'

export const routes = [
  route({
    method: 'GET',
    path: '/shared/attachments/:organization_id/attachment/:attachment_id',
    caller: 'member',
    summary: 'A file of a conversation',
    params: z.object({ attachment_id: z.uuid() }),
    serve: (ctx, { params }) => serveAttachment(ctx, params.attachment_id),
  }),
]

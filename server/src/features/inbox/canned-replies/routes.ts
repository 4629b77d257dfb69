import { cannedReplyEndpoints } from '#contracts/canned-replies.ts'
import { route } from '#platform/route.ts'
import { listCannedReplies } from './access.ts'
import { deleteCannedReply, updateCannedReply } from './change-canned-reply.ts'
import { createCannedReply } from './create-canned-reply.ts'

export const cannedReplyRoutes = [
  route(cannedReplyEndpoints.listCannedReplies, {
    caller: 'member',
    serve: (ctx, { query }) => listCannedReplies(ctx, query),
  }),
  route(cannedReplyEndpoints.createCannedReply, {
    caller: 'member',
    serve: (ctx, { body }) => createCannedReply(ctx, body),
  }),
  route(cannedReplyEndpoints.updateCannedReply, {
    caller: 'member',
    serve: (ctx, { params, body }) => updateCannedReply(ctx, params.canned_reply_id, body),
  }),
  route(cannedReplyEndpoints.deleteCannedReply, {
    caller: 'member',
    serve: async (ctx, { params }) => {
      await deleteCannedReply(ctx, params.canned_reply_id)
      return { success: true as const }
    },
  }),
]

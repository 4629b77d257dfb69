import { apiChatEndpoints } from '#contracts/api-chat.ts'
import { MAX_BODY_LIMIT_BYTES } from '#platform/http/read-body.ts'
import { route } from '#platform/route.ts'
import { giveApiFeedback } from './give-api-feedback.ts'
import { listApiMessages } from './list-api-messages.ts'
import { sendApiMessage } from './send-api-message.ts'
import { showApiRun } from './show-api-run.ts'

export const routes = [
  route(apiChatEndpoints.sendMessage, {
    caller: 'teammate_key',
    bodyLimitBytes: MAX_BODY_LIMIT_BYTES,
    serve: async (ctx, { body, releaseBody }) => {
      const { run, message_id, text, saved, files } = await sendApiMessage(ctx, body, releaseBody)
      return {
        success: true as const,
        data: {
          runId: run?.id ?? null,
          message: text,
          messageId: message_id,
          assistantMessageId: saved && !body.is_async ? (run?.assistant_message_id ?? null) : null,
          attachments: files,
        },
      }
    },
  }),
  route(apiChatEndpoints.listMessages, {
    caller: 'teammate_key',
    serve: (ctx, { query }) => listApiMessages(ctx, query),
  }),
  route(apiChatEndpoints.giveFeedback, {
    caller: 'private_key',
    serve: async (ctx, { params, body }) => ({
      success: true as const,
      data: await giveApiFeedback(ctx, params, body),
    }),
  }),
  route(apiChatEndpoints.showRun, {
    caller: 'private_key',
    serve: async (ctx, { params }) => ({ success: true as const, data: await showApiRun(ctx, params.run_id) }),
  }),
]

import { z } from 'zod'
import {
  ApiAnswer,
  ApiFeedback,
  ApiMessage,
  ApiMessages,
  ApiMessagesQuery,
  ApiRun,
  SendApiMessage,
} from '#contracts/api-chat.ts'
import { route } from '#platform/route.ts'
import { giveApiFeedback } from './give-api-feedback.ts'
import { listApiMessages } from './list-api-messages.ts'
import { sendApiMessage } from './send-api-message.ts'
import { showApiRun } from './show-api-run.ts'

const employee = '/api/private/employee/:employee_id'
const OfEmployee = z.object({ employee_id: z.uuid() })
const OfMessage = OfEmployee.extend({ message_id: z.uuid() })

export const routes = [
  route({
    method: 'POST',
    path: `${employee}/messages`,
    caller: 'teammate_key',
    summary: 'Send a message to a teammate and get the answer',
    params: OfEmployee,
    body: SendApiMessage,
    output: ApiAnswer,
    serve: async (ctx, { body }) => {
      const { run, text, saved } = await sendApiMessage(ctx, body)
      return {
        success: true as const,
        data: {
          runId: run.id,
          message: text,
          messageId: run.message_id,
          assistantMessageId: saved && !body.is_async ? run.assistant_message_id : null,
          attachments: [],
        },
      }
    },
  }),
  route({
    method: 'GET',
    path: `${employee}/messages`,
    caller: 'teammate_key',
    summary: 'The messages of a saved chat, newest first',
    params: OfEmployee,
    query: ApiMessagesQuery,
    output: ApiMessages,
    serve: (ctx, { query }) => listApiMessages(ctx, query),
  }),
  route({
    method: 'PUT',
    path: `${employee}/messages/:message_id/feedback`,
    caller: 'private_key',
    summary: 'Keep what a contact thinks of an answer',
    params: OfMessage,
    body: ApiFeedback,
    output: ApiMessage,
    serve: async (ctx, { params, body }) => ({
      success: true as const,
      data: await giveApiFeedback(ctx, params, body),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/private/workflow/run/:run_id',
    caller: 'private_key',
    summary: 'How a run stands, and what came of it',
    params: z.object({ run_id: z.uuid() }),
    output: ApiRun,
    serve: async (ctx, { params }) => ({ success: true as const, data: await showApiRun(ctx, params.run_id) }),
  }),
]

import { z } from 'zod'
import { Conversation } from '#contracts/conversations.ts'
import {
  InternalConversations,
  InternalHistory,
  InternalMessageAccepted,
  InternalMessages,
  InternalMessagesQuery,
  SendInternalMessage,
  StopGeneration,
  StoppedGeneration,
} from '#contracts/internal-chat.ts'
import { pageQuery } from '#contracts/page.ts'
import { route } from '#platform/route.ts'
import { presentConversation } from '../conversations/present.ts'
import { listHistory } from './list-history.ts'
import { listInternalConversations, listInternalMessages } from './list-internal-messages.ts'
import { openChat } from './resolve-conversation.ts'
import { sendInternalMessage } from './send-internal-message.ts'
import { stopGeneration } from './stop-generation.ts'

const organization = '/api/organizations/:organization_id'
const history = `${organization}/internal-chat/conversations`
const employee = `${organization}/employees/:employee_id`

export const routes = [
  route({
    method: 'GET',
    path: history,
    caller: 'member',
    summary: 'The caller’s chats with all teammates, newest first',
    query: pageQuery({ limit: 20, max: 100 }),
    output: InternalHistory,
    serve: (ctx, { query }) => listHistory(ctx, query),
  }),
  route({
    method: 'GET',
    path: `${employee}/messages`,
    caller: 'teammate_viewer',
    summary: 'The messages of one of the caller’s chats with the teammate, newest first',
    query: InternalMessagesQuery,
    output: InternalMessages,
    serve: (ctx, { query }) => listInternalMessages(ctx, query),
  }),
  route({
    method: 'POST',
    path: `${employee}/messages`,
    caller: 'teammate_viewer',
    automation: true,
    summary: 'Write to the teammate; the answer streams',
    body: SendInternalMessage,
    output: InternalMessageAccepted,
    serve: (ctx, { body }) => sendInternalMessage(ctx, body),
  }),
  route({
    method: 'GET',
    path: `${employee}/conversations`,
    caller: 'teammate_viewer',
    summary: 'The caller’s chats with the teammate',
    query: pageQuery({ limit: 20, max: 100 }),
    output: InternalConversations,
    serve: (ctx, { query }) => listInternalConversations(ctx, query),
  }),
  route({
    method: 'POST',
    path: `${employee}/conversations/new`,
    caller: 'teammate_viewer',
    summary: 'Begin a new chat with the teammate',
    output: Conversation,
    serve: async (ctx) => presentConversation((await openChat(ctx)).conversation),
  }),
  route({
    method: 'POST',
    path: `${employee}/conversations/:conversation_id/stop-generation`,
    caller: 'teammate_viewer',
    summary: 'Stop the answer that is being written',
    params: z.object({ conversation_id: z.uuid() }),
    body: StopGeneration,
    output: StoppedGeneration,
    serve: async (ctx, { params, body }) => ({
      success: true as const,
      message: await stopGeneration(ctx, { ...params, ...body }),
    }),
  }),
]

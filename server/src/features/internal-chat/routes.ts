import { z } from 'zod'
import { Conversation, Feedback, Message } from '#contracts/conversations.ts'
import {
  ChatSearch,
  ChatSearchResults,
  EditTitle,
  InternalConversations,
  InternalHistory,
  InternalMessageAccepted,
  InternalMessages,
  InternalMessagesQuery,
  SendInternalMessage,
  StopGeneration,
  StoppedGeneration,
} from '#contracts/internal-chat.ts'
import { InternalChatCapabilities } from '#contracts/models.ts'
import { Done, pageQuery } from '#contracts/page.ts'
import { route } from '#platform/route.ts'
import { deleteConversation } from '../conversations/delete-conversation.ts'
import { editTitle } from '../conversations/edit-title.ts'
import { presentConversation } from '../conversations/present.ts'
import { restoreConversation } from '../conversations/restore-conversation.ts'
import { aboutOwn, findOwnChat, findOwnChatAnyhow } from './access.ts'
import { giveInternalFeedback } from './give-internal-feedback.ts'
import { listHistory } from './list-history.ts'
import { listInternalConversations, listInternalMessages } from './list-internal-messages.ts'
import { openChat } from './resolve-conversation.ts'
import { searchChats } from './search-chats.ts'
import { sendInternalMessage } from './send-internal-message.ts'
import { showCapabilities } from './show-capabilities.ts'
import { stopGeneration } from './stop-generation.ts'

const organization = '/api/organizations/:organization_id'
const history = `${organization}/internal-chat/conversations`
const employee = `${organization}/employees/:employee_id`
const conversation = `${employee}/conversations/:conversation_id`
const OneConversation = z.object({ conversation_id: z.uuid() })

export const routes = [
  route({
    method: 'GET',
    path: '/api/init/internal-chat-capabilities',
    caller: 'user',
    summary: 'Whether the caller’s personal assistant could answer',
    output: InternalChatCapabilities,
    serve: (ctx) => showCapabilities(ctx),
  }),
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
    path: `${history}/search`,
    caller: 'member',
    summary: 'The caller’s chats in which some words stand, in the title or in a message',
    query: ChatSearch,
    output: ChatSearchResults,
    serve: (ctx, { query }) => searchChats(ctx, query),
  }),
  route({
    method: 'GET',
    path: `${employee}/conversations/search`,
    caller: 'teammate_viewer',
    summary: 'The caller’s chats with the teammate in which some words stand',
    query: ChatSearch,
    output: ChatSearchResults,
    serve: (ctx, { query }) => searchChats(ctx, query, ctx.teammate),
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
    path: `${conversation}/stop-generation`,
    caller: 'teammate_viewer',
    summary: 'Stop the answer that is being written',
    params: OneConversation,
    body: StopGeneration,
    output: StoppedGeneration,
    serve: async (ctx, { params, body }) => ({
      success: true as const,
      message: await stopGeneration(ctx, { ...params, ...body }),
    }),
  }),
  route({
    method: 'PATCH',
    path: `${conversation}/title`,
    caller: 'teammate_viewer',
    summary: 'Call one of the caller’s chats by another title',
    params: OneConversation,
    body: EditTitle,
    output: Conversation,
    serve: async (ctx, { params, body }) => {
      const { conversation } = await findOwnChat(ctx, params.conversation_id)
      return presentConversation(await editTitle(ctx, conversation.id, body.title, aboutOwn(ctx)))
    },
  }),
  route({
    method: 'DELETE',
    path: conversation,
    caller: 'teammate_viewer',
    summary: 'Delete one of the caller’s chats; what still answers in it is stopped',
    params: OneConversation,
    output: Done,
    serve: async (ctx, { params }) => {
      const { conversation } = await findOwnChat(ctx, params.conversation_id)
      await deleteConversation(ctx, conversation.id, aboutOwn(ctx))
      return { success: true as const }
    },
  }),
  route({
    method: 'POST',
    path: `${conversation}/restore`,
    caller: 'teammate_viewer',
    summary: 'Undo the deletion of one of the caller’s chats',
    params: OneConversation,
    output: Conversation,
    serve: async (ctx, { params }) => {
      const { conversation } = await findOwnChatAnyhow(ctx, params.conversation_id)
      return presentConversation(await restoreConversation(ctx, conversation, aboutOwn(ctx)))
    },
  }),
  route({
    method: 'PUT',
    path: `${organization}/conversations/:conversation_id/messages/:message_id/feedback`,
    caller: 'member',
    summary: 'What the caller thinks of an answer in a chat of their own',
    limit: { name: 'feedback', per_minute: 30 },
    limitBy: ({ user }) => user.id,
    params: OneConversation.extend({ message_id: z.uuid() }),
    body: Feedback,
    output: Message,
    serve: (ctx, { params, body }) => giveInternalFeedback(ctx, params, body),
  }),
]

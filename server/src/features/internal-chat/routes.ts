import { internalChatEndpoints } from '#contracts/internal-chat.ts'
import { voiceEndpoints } from '#contracts/voice.ts'
import { MAX_BODY_LIMIT_BYTES } from '#platform/http/read-body.ts'
import { route } from '#platform/route.ts'
import { presentConversation } from '../conversations/present.ts'
import { restoreConversation } from '../conversations/restore-conversation.ts'
import { editTitle } from '../conversations/titles/edit-title.ts'
import { removeConversation } from '../replies/remove-conversation.ts'
import { findOwnChat, findOwnChatOrDeleted, findVisibleChat, partiesOfChat } from './access.ts'
import { createVoiceSession } from './create-voice-session.ts'
import { giveInternalFeedback } from './give-internal-feedback.ts'
import { listDeletedChats, listHistory } from './list-history.ts'
import { listInternalConversations, listInternalMessages } from './list-internal-messages.ts'
import { openChat } from './open-chat.ts'
import { searchChats } from './search-chats.ts'
import { sendInternalMessage } from './send-internal-message.ts'
import { showCapabilities } from './show-capabilities.ts'
import { stopGeneration } from './stop-generation.ts'

export const routes = [
  route(internalChatEndpoints.showInternalChatCapabilities, {
    caller: 'user',
    serve: (ctx) => showCapabilities(ctx),
  }),
  route(internalChatEndpoints.listChatHistory, {
    caller: 'member',
    serve: (ctx, { query }) => listHistory(ctx, query),
  }),
  route(internalChatEndpoints.listDeletedChats, {
    caller: 'member',
    serve: (ctx, { query }) => listDeletedChats(ctx, query),
  }),
  route(internalChatEndpoints.searchChats, {
    caller: 'member',
    serve: (ctx, { query }) => searchChats(ctx, query),
  }),
  route(internalChatEndpoints.searchTeammateChats, {
    caller: 'teammate_viewer',
    serve: (ctx, { query }) => searchChats(ctx, query, ctx.teammate),
  }),
  route(internalChatEndpoints.listChatMessages, {
    caller: 'teammate_viewer',
    serve: (ctx, { query }) => listInternalMessages(ctx, query),
  }),
  route(internalChatEndpoints.sendChatMessage, {
    caller: 'teammate_viewer',
    bodyLimitBytes: MAX_BODY_LIMIT_BYTES,
    automation: true,
    serve: (ctx, { body }) => sendInternalMessage(ctx, body),
  }),
  route(internalChatEndpoints.listTeammateChats, {
    caller: 'teammate_viewer',
    serve: (ctx, { query }) => listInternalConversations(ctx, query),
  }),
  route(internalChatEndpoints.createChat, {
    caller: 'teammate_viewer',
    serve: async (ctx) => presentConversation((await openChat(ctx)).conversation),
  }),
  route(internalChatEndpoints.stopGeneration, {
    caller: 'teammate_viewer',
    sees: (ctx, params) => findOwnChat(ctx, params.conversation_id),
    serve: async (ctx, { params, body }) => ({
      success: true as const,
      ...(await stopGeneration(ctx, { ...params, ...body })),
    }),
  }),
  route(internalChatEndpoints.updateChatTitle, {
    caller: 'teammate_viewer',
    sees: (ctx, params) => findOwnChat(ctx, params.conversation_id),
    serve: async (ctx, { params, body }) => {
      const chat = await findOwnChat(ctx, params.conversation_id)
      return presentConversation(
        await editTitle(ctx, chat.conversation.id, body.title, partiesOfChat(ctx.teammate, chat)),
      )
    },
  }),
  route(internalChatEndpoints.deleteChat, {
    caller: 'teammate_viewer',
    serve: async (ctx, { params }) => {
      const chat = await findOwnChat(ctx, params.conversation_id)
      await removeConversation(ctx, chat.conversation.id, partiesOfChat(ctx.teammate, chat))
      return { success: true as const }
    },
  }),
  route(internalChatEndpoints.restoreChat, {
    caller: 'teammate_viewer',
    serve: async (ctx, { params }) => {
      const chat = await findOwnChatOrDeleted(ctx, params.conversation_id)
      return presentConversation(await restoreConversation(ctx, chat.conversation, partiesOfChat(ctx.teammate, chat)))
    },
  }),
  route(voiceEndpoints.createVoiceSession, {
    caller: 'teammate_viewer',
    automation: true,
    limit: { name: 'calls', per_minute: 60 },
    limitBy: ({ user }) => user.id,
    serve: (ctx, { body }) => createVoiceSession(ctx, body),
  }),
  route(internalChatEndpoints.giveChatFeedback, {
    caller: 'member',
    sees: (ctx, params) => findVisibleChat(ctx, params.conversation_id),
    limit: { name: 'feedback', per_minute: 30 },
    limitBy: ({ user }) => user.id,
    serve: (ctx, { params, body }) => giveInternalFeedback(ctx, params, body),
  }),
]

import { z } from 'zod'
import { isBlank } from './blank.ts'
import {
  CANNOT_ANSWER,
  Conversation,
  Feedback,
  InboundAttachment,
  Message,
  MessageText,
  withoutNul,
} from './conversations.ts'
import { describeEndpoints } from './endpoint.ts'
import { InternalChatCapabilities } from './models.ts'
import { Done, pageOf, pageQuery } from './page.ts'
import * as internalChatPaths from './paths/internal-chat.ts'

export const SendInternalMessage = z.object({
  message: MessageText,
  attachments: z.array(InboundAttachment).default([]),
  conversation_id: z.uuid().optional(),
  create_new_conversation: z.boolean().default(false),
  /** Made by the client for each message. One that is sent again, because its answer was lost, is answered as before. */
  client_message_id: z.uuid().optional(),
  reasoning: z.enum(['off', 'low', 'medium', 'high']).optional(),
})
export type SendInternalMessage = z.infer<typeof SendInternalMessage>

/**
 * Sent at once; the answer streams as `message_delta` and ends with `message_done`. There is none, and no run, while an
 * operator has the conversation.
 */
export const InternalMessageAccepted = z.object({
  conversation_id: z.uuid(),
  message_id: z.uuid(),
  assistant_message_id: z.uuid().nullable(),
  run_id: z.uuid().nullable(),
})
export type InternalMessageAccepted = z.infer<typeof InternalMessageAccepted>

/** Newest first; `before` is the `next` of the page before. Without a conversation the current one is read. */
export const InternalMessagesQuery = z.object({
  conversation_id: z.uuid().optional(),
  before: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
})
export const InternalMessages = z.object({
  conversation: Conversation.nullable(),
  data: z.array(Message),
  limit: z.number().int(),
  hasMore: z.boolean(),
  next: z.uuid().nullable(),
})
export type InternalMessages = z.infer<typeof InternalMessages>

export const InternalConversations = pageOf(Conversation)

/** A conversation among those of all teammates. */
export const HistoryEntry = Conversation.extend({ ai_employee: z.object({ id: z.uuid(), name: z.string() }) })
export type HistoryEntry = z.infer<typeof HistoryEntry>
export const InternalHistory = pageOf(HistoryEntry)
export type InternalHistory = z.infer<typeof InternalHistory>

/** The contract's least length; fewer characters would find half of everything. */
export const SEARCH_MIN = 3
export const ChatSearch = z.object({
  q: z
    .string()
    .max(200)
    .transform((text) => withoutNul(text).trim())
    .pipe(z.string().min(SEARCH_MIN, `At least ${SEARCH_MIN} characters`)),
  limit: z.coerce.number().int().min(1).max(50).default(20),
})
export type ChatSearch = z.infer<typeof ChatSearch>

/** A conversation is found once: by its title, or by the newest message that matches, of which a passage is shown. */
export const ChatSearchResults = z.object({
  data: z.array(
    HistoryEntry.extend({
      match: z.object({
        source: z.enum(['title', 'message']),
        message_id: z.uuid().nullable(),
        excerpt: z.string(),
      }),
    }),
  ),
  limit: z.number().int(),
  hasMore: z.boolean(),
})
export type ChatSearchResults = z.infer<typeof ChatSearchResults>

export const EditTitle = z.object({
  title: z
    .string()
    .trim()
    .max(200)
    .refine((title) => !isBlank(title), 'Cannot be empty'),
})
export type EditTitle = z.infer<typeof EditTitle>
export const StopGeneration = z.object({ run_id: z.uuid() })
/** `stopped` is false where the answer was over already. */
export const StoppedGeneration = z.object({ success: z.literal(true), stopped: z.boolean(), message: z.string() })

const OneConversation = z.object({ conversation_id: z.uuid() })

export const internalChatEndpoints = describeEndpoints(internalChatPaths, {
  showInternalChatCapabilities: {
    summary: 'Tell whether the caller’s personal assistant has a model that can answer',
    answer: InternalChatCapabilities,
  },
  listChatHistory: {
    summary: 'List the caller’s chats with all teammates, newest first',
    query: pageQuery({ limit: 20, max: 100 }),
    answer: InternalHistory,
  },
  listDeletedChats: {
    summary: 'List the chats that the caller deleted and can restore, the latest deletion first',
    query: pageQuery({ limit: 20, max: 100 }),
    answer: InternalHistory,
  },
  searchChats: {
    summary: 'Search the caller’s chats by title and message text',
    query: ChatSearch,
    answer: ChatSearchResults,
  },
  searchTeammateChats: {
    summary: 'Search the caller’s chats with a teammate',
    query: ChatSearch,
    answer: ChatSearchResults,
  },
  listChatMessages: {
    summary: 'List the messages of a chat, newest first',
    query: InternalMessagesQuery,
    answer: InternalMessages,
  },
  sendChatMessage: {
    summary: 'Send a message to a teammate; the answer is streamed over the socket',
    body: SendInternalMessage,
    answer: InternalMessageAccepted,
    errors: { 409: ['CLIENT_MESSAGE_ID_TAKEN'], 422: CANNOT_ANSWER, 503: ['STORAGE_UNAVAILABLE'] },
  },
  listTeammateChats: {
    summary: 'List the caller’s chats with a teammate',
    query: pageQuery({ limit: 20, max: 100 }),
    answer: InternalConversations,
  },
  createChat: {
    summary: 'Start a new chat with a teammate',
    answer: Conversation,
  },
  stopGeneration: {
    summary: 'Stop the answer in progress',
    params: OneConversation,
    body: StopGeneration,
    answer: StoppedGeneration,
  },
  updateChatTitle: {
    summary: 'Rename a chat',
    params: OneConversation,
    body: EditTitle,
    answer: Conversation,
  },
  deleteChat: {
    summary: 'Delete a chat and stop any answer in progress',
    params: OneConversation,
    answer: Done,
  },
  restoreChat: {
    summary: 'Restore a deleted chat',
    params: OneConversation,
    answer: Conversation,
  },
  giveChatFeedback: {
    summary: 'Save the caller’s feedback on an answer',
    params: OneConversation.extend({ message_id: z.uuid() }),
    body: Feedback,
    answer: Message,
    errors: { 409: ['FEEDBACK_NOT_ACCEPTED'] },
  },
})

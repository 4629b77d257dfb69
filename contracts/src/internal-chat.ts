import { z } from 'zod'
import { Conversation, InboundAttachment, Message } from './conversations.ts'
import { pageOf } from './page.ts'

export const SendInternalMessage = z.object({
  message: z.string().max(1_000_000),
  attachments: z.array(InboundAttachment).default([]),
  conversation_id: z.uuid().optional(),
  create_new_conversation: z.boolean().default(false),
  reasoning: z.enum(['off', 'low', 'medium', 'high']).optional(),
})
export type SendInternalMessage = z.infer<typeof SendInternalMessage>

/** Sent at once; the answer streams as `message_delta` and ends with `message_done`. */
export const InternalMessageAccepted = z.object({
  conversation_id: z.uuid(),
  message_id: z.uuid(),
  assistant_message_id: z.uuid(),
  run_id: z.uuid(),
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
export const StopGeneration = z.object({ run_id: z.uuid() })
export const StoppedGeneration = z.object({ success: z.literal(true), message: z.string() })

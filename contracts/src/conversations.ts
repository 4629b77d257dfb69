import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Instant } from './page.ts'
import * as conversationPaths from './paths/conversations.ts'
import { RUN_REFUSALS, RunErrorCode } from './runs.ts'
import { WaitingFor } from './waiting.ts'

export const Channel = z.enum(['api', 'web_chat', 'employee_chat', 'msgr', 'tchat', 'wchat', 'custom'])
export type Channel = z.infer<typeof Channel>

export const MessageRole = z.enum(['contact', 'ai', 'bot', 'operator', 'system'])
export const MessageStatus = z.enum(['in_progress', 'completed', 'failed'])
export const Reaction = z.enum(['like', 'dislike'])

export const Attachment = z.object({
  id: z.uuid(),
  name: z.string(),
  mime_type: z.string(),
  size: z.number().int(),
  is_encrypted: z.boolean(),
  url: z.string(),
})
export type Attachment = z.infer<typeof Attachment>

export const ToolCallRecord = z.object({
  call_id: z.string(),
  tool: z.string(),
  status: z.enum(['running', 'done', 'failed']),
  /** Left out where it is too large; `content_payload` says where it is read. */
  input: z.unknown().optional(),
  output: z.unknown().optional(),
})
export type ToolCallRecord = z.infer<typeof ToolCallRecord>

export const DeliveryState = z.enum(['pending', 'delivered', 'failed', 'withdrawn'])
export type DeliveryState = z.infer<typeof DeliveryState>

/** Why a message is not to be delivered any more. */
export const WithdrawnBecause = z.enum(['taken_over', 'conversation_deleted'])
export type WithdrawnBecause = z.infer<typeof WithdrawnBecause>

/** How a message gets to the other side of a channel that delivers. */
export const MessageDelivery = z.object({
  state: DeliveryState,
  withdrawn_because: WithdrawnBecause.nullable(),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
  next_attempt_at: Instant.nullable(),
  delivered_at: Instant.nullable(),
  /** A request of it was sent, and the platform has not confirmed it: the other side may have the message. */
  may_have_arrived: z.boolean(),
})
export type MessageDelivery = z.infer<typeof MessageDelivery>

/** Which model answered in the place of another one, by their names at that time. */
export const ModelFallback = z.object({
  model: z.string(),
  instead_of: z.string(),
  /** `unavailable`: it was connected, and could not answer or be paid. */
  reason: z.enum(['not_connected', 'unavailable']),
})
export type ModelFallback = z.infer<typeof ModelFallback>

/** Where a tool payload is read that is too large for events and for `stream_tools`. */
export const ContentPayload = z.object({
  call_id: z.string(),
  kind: z.enum(['input', 'output']),
  /** In characters of JSON. */
  size: z.number().int(),
  url: z.string(),
})
export type ContentPayload = z.infer<typeof ContentPayload>

/** Such a payload, whole. */
export const ToolPayload = z.object({ call_id: z.string(), kind: z.enum(['input', 'output']), payload: z.unknown() })
export type ToolPayload = z.infer<typeof ToolPayload>

/** Who asked for an operator: the contact, the teammate with its tool, or nobody, because no answer came about. */
export const OperatorRequestedBy = z.enum(['contact', 'teammate', 'failure'])
export type OperatorRequestedBy = z.infer<typeof OperatorRequestedBy>

/** What happened in a conversation, on a message of the role `system`; its `content` says the same in English. */
export const SystemEvent = z.object({
  type: z.enum(['operator_joined', 'operator_left', 'operator_requested', 'call_ended']),
  /** The person, by the name they go by; of `call_ended` the operator who hung up. */
  user_name: z.string().nullable(),
  /** Of `operator_requested`; absent where it is not known. */
  requested_by: OperatorRequestedBy.optional(),
  /** Of `call_ended`: who hung up; null where the call ended for another reason. */
  ended_by: z.enum(['caller', 'operator']).nullable().optional(),
  /** Of `call_ended`: how long the call lasted, including the times in which it was reconnected. */
  duration_seconds: z.number().int().min(0).optional(),
  /** Of `call_ended`: whether no one spoke or wrote during it; absent where it is not known. */
  is_silent: z.boolean().optional(),
  /**
   * Of `call_ended`: whether words were not understood, or a recognizer failed at what may have been some, and the caller could
   * not be asked to repeat them.
   */
  has_missed_words: z.boolean().optional(),
})
export type SystemEvent = z.infer<typeof SystemEvent>

export const Message = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  conversation_id: z.uuid(),
  channel: Channel.nullable(),
  role: MessageRole,
  status: MessageStatus,
  content: z.string(),
  /** How many deltas of the answer `content` already holds. */
  stream_index: z.number().int(),
  stream_reasoning: z.string().optional(),
  stream_tools: z.array(ToolCallRecord).optional(),
  /** References to what was left out of `stream_tools` because it is too large. */
  content_payload: z.array(ContentPayload).optional(),
  attachments: z.array(Attachment),
  /** On answers that did not come from the model that was chosen. */
  model_fallback: ModelFallback.optional(),
  /** On messages that are taken to the other side of a channel. */
  delivery: MessageDelivery.optional(),
  contact_channel_id: z.uuid().nullable(),
  /** On a message of a group chat: who wrote it, as they called themselves then. */
  sender_name: z.string().optional(),
  employee_id: z.uuid().nullable(),
  user_id: z.uuid().nullable(),
  run_id: z.uuid().nullable(),
  /** What the client that sent it called it. */
  client_message_id: z.uuid().nullable(),
  /** For messages to a Telegram bot: by what a repeated message is recognized. */
  tg_message_hash: z.string().optional(),
  reaction: Reaction.nullable(),
  feedback_comment: z.string().nullable(),
  /** True on an answer that a person ended before it was whole; it keeps what had been written. */
  is_stopped: z.boolean(),
  /** On an answer that is in progress and waits, maybe for days: nothing follows until what it waits for is there. */
  waiting_since: Instant.optional(),
  /** With `waiting_since`: what it waits for. Null where that is not for the reader of the message. */
  waiting_for: WaitingFor.nullable().optional(),
  system_event: SystemEvent.optional(),
  /** On what an operator wrote and changed since. */
  edited_at: Instant.optional(),
  /** What went wrong with an answer that failed, in the words of its reporter. */
  error: z.string().nullable(),
  /** The same for programs: null on whatever did not fail. */
  error_code: RunErrorCode.nullable(),
  created_at: Instant,
  completed_at: Instant.nullable(),
  generation_ms: z.number().int().nullable(),
})
export type Message = z.infer<typeof Message>

export const ConversationStatus = z.enum(['active', 'waiting_for_operator', 'archived'])

/** What a conversation may be shown with beside its title. */
export const ConversationIcon = z.enum([
  'chat',
  'question',
  'idea',
  'code',
  'bug',
  'document',
  'table',
  'chart',
  'mail',
  'calendar',
  'money',
  'cart',
  'delivery',
  'people',
  'search',
  'settings',
  'travel',
  'translate',
  'image',
  'legal',
])
export type ConversationIcon = z.infer<typeof ConversationIcon>

/** How Microsoft Teams is written to unasked; `recipient_id` is what the bot is called there. */
export const TeamsMeta = z.object({
  service_url: z.string(),
  recipient_id: z.string(),
  /** In a channel or a group: the last message that reached the teammate mentioned it, or replied in a thread that did. */
  addressed_to_bot: z.boolean().optional(),
})
export type TeamsMeta = z.infer<typeof TeamsMeta>

export const Conversation = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  ai_employee_id: z.uuid(),
  contact_channel_id: z.uuid(),
  channel: Channel,
  title: z.string().nullable(),
  temporary_title: z.string().nullable(),
  title_source: z.string().nullable(),
  conversation_icon_id: ConversationIcon.nullable(),
  status: ConversationStatus,
  has_assigned_operator: z.boolean(),
  /** The operator who has taken it over. */
  assigned_user_id: z.uuid().nullable(),
  /** Since when the contact waits for a person: for the operator's reply, or for anybody to take over. */
  unanswered_since: Instant.nullable(),
  automation_enabled: z.boolean(),
  /** On conversations of the channel `tchat`. */
  ms_teams_meta: TeamsMeta.optional(),
  last_message_at: Instant.nullable(),
  created_at: Instant,
  deleted_at: Instant.nullable(),
})
export type Conversation = z.infer<typeof Conversation>

/** What is stored has no NUL; taken out here, events and searches meet the text that is stored. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '')
export const MessageText = z.string().max(1_000_000).transform(withoutNul)

/** A file of a message, as base64 text. */
export const InboundAttachment = z.object({
  name: z.string().trim().min(1).max(255),
  mime_type: z.string().trim().min(1).max(255),
  size: z.number().int().min(1),
  // Judged file by file, once the size fits: text of any length would be matched in one go here.
  data: z.string().meta({ contentEncoding: 'base64' }),
})
export type InboundAttachment = z.infer<typeof InboundAttachment>

/** A comment that is left out stays as it is, and one of a reaction that is taken back goes with it. */
export const Feedback = z.object({
  reaction: Reaction.nullable(),
  feedback_comment: z.string().max(500).nullish(),
})
export type Feedback = z.infer<typeof Feedback>

/** Why a teammate cannot take a message now (422). */
export const CANNOT_ANSWER = [...RUN_REFUSALS, 'ATTACHMENT_LIMIT_EXCEEDED'] as const

export const conversationEndpoints = describeEndpoints(conversationPaths, {
  downloadAttachment: {
    summary: 'Download an attachment of a conversation',
    params: z.object({ attachment_id: z.uuid() }),
    errors: { 503: ['STORAGE_UNAVAILABLE'] },
  },
  showToolPayload: {
    summary: 'What a tool was given or answered, where it is too large for its message',
    params: z.object({ message_id: z.uuid(), call_id: z.string(), kind: z.enum(['input', 'output']) }),
    answer: ToolPayload,
  },
})

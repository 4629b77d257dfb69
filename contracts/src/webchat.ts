import { z } from 'zod'
import { type ContactField, MAX_CONTACT_FIELD_LENGTHS } from './contact-fields.ts'
import {
  ConversationIcon,
  ConversationStatus,
  Feedback,
  InboundAttachment,
  Message,
  MessageText,
  Reaction,
} from './conversations.ts'
import { describeEndpoints } from './endpoint.ts'
import { EditTitle } from './internal-chat.ts'
import { Done, enveloped, Instant, pageOf, pageQuery } from './page.ts'
import * as webchatPaths from './paths/webchat.ts'
import { WidgetSettings } from './webchat-settings.ts'

const EventId = z.string().trim().max(100)
const ExternalId = z.string().trim().min(1).max(200)
/** HMAC-SHA256 of the external id under the organization's identity secret, in hex. */
const IdentityHash = z.string().trim().max(200)
const detail = (name: ContactField) => z.string().max(MAX_CONTACT_FIELD_LENGTHS[name])

/** Whom a page says its visitor is. */
export const WebchatContact = z.object({
  external_id: ExternalId.optional(),
  identity_hash: IdentityHash.optional(),
  first_name: detail('first_name').optional(),
  last_name: detail('last_name').optional(),
  email: detail('email').optional(),
  phone: detail('phone').optional(),
})
export type WebchatContact = z.infer<typeof WebchatContact>

/** The same where it travels in an address. */
const ContactQuery = z.object({
  event_id: EventId.optional(),
  contact_external_id: ExternalId.optional(),
  contact_identity_hash: IdentityHash.optional(),
  contact_first_name: detail('first_name').optional(),
  contact_last_name: detail('last_name').optional(),
  contact_email: detail('email').optional(),
  contact_phone: detail('phone').optional(),
})
export type ContactQuery = z.infer<typeof ContactQuery>

const ContactBody = z.object({ event_id: EventId.optional(), contact: WebchatContact.optional() })

/** What a browser keeps so that it comes back as the same visitor. */
const WebchatTokens = z.object({
  /** Sent back as the header `webchat-token`. Null where nobody was named: a first message makes the visitor. */
  webchat_token: z.string().nullable(),
  /** For the realtime socket: it receives events of this visitor's conversations alone. */
  ws_token: z.string().nullable(),
})

/** A conversation as its visitor sees it. */
export const WebchatConversation = z.object({
  id: z.uuid(),
  title: z.string().nullable(),
  conversation_icon_id: ConversationIcon.nullable(),
  status: ConversationStatus,
  ai_employee: z.object({ id: z.uuid(), name: z.string() }),
  has_assigned_operator: z.boolean(),
  /** By the name they go by, while one has taken over. */
  operator_name: z.string().nullable(),
  ai_agent_enabled: z.boolean(),
  last_message_at: Instant.nullable(),
  created_at: Instant,
  /** In lists: the last message. */
  last_message: z
    .object({ id: z.uuid(), role: Message.shape.role, content: z.string(), created_at: Instant })
    .nullable(),
  /** True where it is to be taken out of what is shown. */
  is_deleted: z.boolean(),
})
export type WebchatConversation = z.infer<typeof WebchatConversation>

export const WebchatInit = WebchatTokens.extend({
  organization_name: z.string(),
  ai_employee: z.object({ id: z.uuid(), name: z.string() }),
  settings: WidgetSettings,
  multi_conversations: z.boolean(),
  show_thinking: z.boolean(),
  attachmentLimits: z.object({
    maxAttachmentCount: z.number().int(),
    maxAttachmentSizeBytes: z.number().int(),
    maxTotalAttachmentSizeBytes: z.number().int(),
  }),
  /** Whether the teammate can be called: it listens and speaks. */
  voice: z.object({ is_available: z.boolean() }),
  context: z.object({
    /** Whether the teammate would answer a message now. */
    ai_agent_enabled: z.boolean(),
  }),
})
export type WebchatInit = z.infer<typeof WebchatInit>

export const SendWebchatMessage = ContactBody.extend({
  message: MessageText,
  /** Absent: the visitor's conversation with the teammate, or a new one where the entry point has many. */
  conversation_id: z.uuid().optional(),
  attachments: z.array(InboundAttachment).default([]),
  /** Made by the client for each message. One that is sent again, because its answer was lost, is answered as before. */
  client_message_id: z.uuid().optional(),
})
export type SendWebchatMessage = z.infer<typeof SendWebchatMessage>

/** Saved. Where the teammate answers, `answer` is its unfinished message, which streams. */
export const WebchatMessageAccepted = WebchatTokens.extend({
  conversation: WebchatConversation,
  message: Message,
  answer: Message.nullable(),
})
export type WebchatMessageAccepted = z.infer<typeof WebchatMessageAccepted>

/** Newest first; `limiter` is the `next` of the page before. */
export const WebchatMessages = z.object({
  success: z.literal(true),
  conversation: WebchatConversation.nullable(),
  data: z.array(Message),
  limit: z.number().int(),
  hasMore: z.boolean(),
  next: z.uuid().nullable(),
})
export type WebchatMessages = z.infer<typeof WebchatMessages>

const OneConversation = z.object({ conversation_id: z.uuid() })
const OneMessage = z.object({ message_id: z.uuid() })
const Reacted = ContactBody.extend({ conversation_id: z.uuid(), ...Feedback.shape, reaction: Reaction.nullable() })
const OneEnvelope = enveloped(WebchatConversation)

/** The token and the contact that the page names are not the same visitor. */
const MISMATCH = { 403: ['CONTACT_MISMATCH', 'IDENTITY_NOT_PROVEN'] } as const
const NEEDS_TOKEN = { 401: ['WEBCHAT_TOKEN_INVALID'], ...MISMATCH } as const

export const webchatEndpoints = describeEndpoints(webchatPaths, {
  initWebchat: {
    summary: 'Start a widget: how it looks, who answers, and who the visitor is',
    query: ContactQuery,
    answer: enveloped(WebchatInit),
    errors: { ...MISMATCH, 404: ['ENTRY_POINT_NOT_FOUND'] },
  },
  listWebchatConversations: {
    summary: 'List the visitor’s conversations, newest first',
    query: ContactQuery.extend({ ...pageQuery({ limit: 20, max: 100 }).shape, status: ConversationStatus.optional() }),
    answer: pageOf(WebchatConversation).extend({ success: z.literal(true) }),
    errors: { ...MISMATCH, 404: ['ENTRY_POINT_NOT_FOUND'] },
  },
  createWebchatConversation: {
    summary: 'Begin a conversation, or find the one that the visitor has',
    body: ContactBody,
    answer: enveloped(WebchatTokens.extend({ conversation: WebchatConversation })),
    errors: { ...MISMATCH, 404: ['ENTRY_POINT_NOT_FOUND'] },
  },
  updateWebchatTitle: {
    summary: 'Rename a conversation',
    params: OneConversation,
    body: ContactBody.extend(EditTitle.shape),
    answer: OneEnvelope,
    errors: { ...NEEDS_TOKEN, 404: [] },
  },
  archiveWebchatConversation: {
    summary: 'Archive a conversation',
    params: OneConversation,
    body: ContactBody,
    answer: OneEnvelope,
    errors: { ...NEEDS_TOKEN, 404: [] },
  },
  unarchiveWebchatConversation: {
    summary: 'Take a conversation out of the archive',
    params: OneConversation,
    body: ContactBody,
    answer: OneEnvelope,
    errors: { ...NEEDS_TOKEN, 404: [] },
  },
  deleteWebchatConversation: {
    summary: 'Delete a conversation for its visitor',
    params: OneConversation,
    body: ContactBody,
    answer: Done,
    errors: { ...NEEDS_TOKEN, 404: [] },
  },
  requestWebchatOperator: {
    summary: 'Ask for a person',
    params: OneConversation,
    body: ContactBody,
    answer: OneEnvelope,
    errors: { ...NEEDS_TOKEN, 404: [], 409: ['CONVERSATION_NOT_ACTIVE'] },
  },
  listWebchatMessages: {
    summary: 'List the messages of a conversation, newest first',
    query: ContactQuery.extend({
      conversation_id: z.uuid().optional(),
      limiter: z.uuid().optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    answer: WebchatMessages,
    errors: { ...MISMATCH, 404: ['ENTRY_POINT_NOT_FOUND'] },
  },
  sendWebchatMessage: {
    summary: 'Send a message; the answer is streamed over the socket',
    body: SendWebchatMessage,
    answer: enveloped(WebchatMessageAccepted),
    errors: {
      ...MISMATCH,
      404: ['ENTRY_POINT_NOT_FOUND'],
      409: ['CONVERSATION_NOT_ACTIVE'],
      422: ['ATTACHMENT_LIMIT_EXCEEDED', 'ATTACHMENT_TYPE_NOT_ACCEPTED'],
      503: ['STORAGE_UNAVAILABLE'],
    },
  },
  answerWebchatQuestion: {
    summary: 'Answer what the teammate’s answer waits for, where that is a question to the visitor',
    params: OneMessage,
    body: ContactBody.extend({
      conversation_id: z.uuid(),
      question_id: z.uuid().toLowerCase(),
      value: z.string().max(100_000),
    }),
    answer: Done,
    errors: { ...MISMATCH, 404: [], 409: ['NOT_WAITING'] },
  },
  reactToWebchatMessage: {
    summary: 'Save what the visitor thinks of an answer',
    params: OneMessage,
    body: Reacted,
    answer: enveloped(Message),
    errors: { ...MISMATCH, 404: [], 409: ['FEEDBACK_NOT_ACCEPTED'] },
  },
  giveWebchatFeedback: {
    summary: 'The same as the reaction',
    params: OneMessage,
    body: Reacted,
    answer: enveloped(Message),
    errors: { ...MISMATCH, 404: [], 409: ['FEEDBACK_NOT_ACCEPTED'] },
  },
  downloadWebchatAttachment: {
    summary: 'Download an attachment by the signed address that its message carries',
    params: z.object({
      organization_id: z.uuid(),
      /** In seconds since 1970. */
      expired_at: z.string().max(200),
      sign: z.string().max(200),
      attachment_id: z.uuid(),
    }),
    errors: { 404: [], 503: ['STORAGE_UNAVAILABLE'] },
  },
})

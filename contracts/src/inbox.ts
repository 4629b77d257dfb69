import { z } from 'zod'
import { isBlank } from './blank.ts'
import { type ContactField, MAX_CONTACT_FIELD_LENGTHS } from './contact-fields.ts'
import { Channel, Conversation, Message, MessageText } from './conversations.ts'
import { describeEndpoints } from './endpoint.ts'
import { CHANNEL_CATEGORIES, INBOX_FILTERS } from './inbox-names.ts'
import { Label } from './labels.ts'
import { Done, Instant, pageOf, pageQuery } from './page.ts'
import * as inboxPaths from './paths/inbox.ts'

/** One of these words, or the label that people see, in any case. */
const worded = <const Word extends string>(words: readonly [Word, ...Word[]], labels: Record<string, Word>) =>
  z
    .string()
    .transform((text) => labels[text.trim().toLowerCase()] ?? text.trim().toLowerCase())
    .pipe(z.enum(words))

const Filter = worded(INBOX_FILTERS, { mine: 'my' })
const Category = worded(CHANNEL_CATEGORIES, { 'all chats': 'all' })

/** A contact as one channel knows them. */
export const ContactChannel = z.object({
  id: z.uuid(),
  channel: Channel,
  channel_name: z.string(),
  external_id: z.string(),
  auto_name: z.string(),
})
export type ContactChannel = z.infer<typeof ContactChannel>

export const Contact = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** First and last name, else the generated name, else `Unknown Customer`. */
  display_name: z.string(),
  channels: z.array(ContactChannel),
  created_at: Instant,
})
export type Contact = z.infer<typeof Contact>

const field = (name: ContactField) => z.string().trim().max(MAX_CONTACT_FIELD_LENGTHS[name]).nullable()
/** A field that is left out does not change; null or an empty text clears it. */
export const UpdateContact = z
  .object({
    first_name: field('first_name'),
    last_name: field('last_name'),
    email: field('email'),
    phone: field('phone'),
  })
  .partial()
export type UpdateContact = z.infer<typeof UpdateContact>

export const Participant = z.object({
  contact_channel_id: z.uuid(),
  contact_id: z.uuid(),
  display_name: z.string(),
  is_active: z.boolean(),
})

export const Operator = z.object({ id: z.uuid(), name: z.string(), picture: z.string().nullable() })
export type Operator = z.infer<typeof Operator>

/** A conversation among others. */
export const InboxConversation = Conversation.extend({
  ai_employee: z.object({ id: z.uuid(), name: z.string() }),
  contact: z.object({ id: z.uuid(), display_name: z.string() }),
  assigned_user: Operator.nullable(),
  /** By name. */
  labels: z.array(Label),
  last_message: z
    .object({
      id: z.uuid(),
      role: Message.shape.role,
      /** The colleague who wrote it. */
      user_id: z.uuid().nullable(),
      /** Its beginning. */
      content: z.string(),
      has_attachments: z.boolean(),
      created_at: Instant,
    })
    .nullable(),
  /** While the conversation is on a call. */
  call: z.object({ started_at: Instant }).nullable(),
})
export type InboxConversation = z.infer<typeof InboxConversation>

export const InboxConversationDetail = InboxConversation.extend({
  participants: z.array(Participant),
  full_contact: Contact,
})
export type InboxConversationDetail = z.infer<typeof InboxConversationDetail>

export const InboxCounts = z.object({
  my: z.number().int(),
  human: z.number().int(),
  waiting: z.number().int(),
  escalated: z.number().int(),
  ai: z.number().int(),
})
export type InboxCounts = z.infer<typeof InboxCounts>

/** With what decided before in which buckets it was counted, so that a client can keep its counts without asking. */
export const ConversationUpdated = Conversation.extend({
  previous: z
    .object({
      assigned_user_id: z.uuid().nullable(),
      unanswered_since: Instant.nullable(),
      status: z.string(),
      is_counted: z.boolean(),
    })
    .optional(),
})
export type ConversationUpdated = z.infer<typeof ConversationUpdated>

export const MessageDeleted = z.object({ id: z.uuid(), conversation_id: z.uuid() })
export type MessageDeleted = z.infer<typeof MessageDeleted>

export const InboxQuery = z.object({
  ...pageQuery({ limit: 20, max: 100 }).shape,
  filter: Filter.optional(),
  channel_category: Category.default('all'),
  ai_employee_id: z.uuid().optional(),
  label_id: z.uuid().optional(),
})
export type InboxQuery = z.output<typeof InboxQuery>

export const CountsQuery = z.object({ channel_category: Category.default('all'), ai_employee_id: z.uuid().optional() })

const SetAutomation = z.object({ automation_enabled: z.boolean() })
/** A text that says something. */
export const notBlank = z.string().refine((text) => !isBlank(text), 'Cannot be empty')
export const OperatorMessage = z.object({
  content: MessageText.pipe(notBlank),
  /** Made by the client for each message. One that is sent again, because its answer was lost, is answered as before. */
  client_message_id: z.uuid().optional(),
})
export type OperatorMessage = z.output<typeof OperatorMessage>
const EditOperatorMessage = z.object({ content: MessageText.pipe(notBlank) })

const OneConversation = z.object({ conversation_id: z.uuid() })
const OneMessage = OneConversation.extend({ message_id: z.uuid() })
const OneContact = z.object({ contact_id: z.uuid() })
/** Someone else has it, so that two people never answer at once. */
const ASSIGNED = { 409: ['ASSIGNED_TO_ANOTHER'] } as const

export const inboxEndpoints = describeEndpoints(inboxPaths, {
  listInboxConversations: {
    summary: 'List the conversations of the teammates that the caller sees, the latest first',
    query: InboxQuery,
    answer: pageOf(InboxConversation).extend({ meta: z.object({ counts: InboxCounts }) }),
  },
  countInboxConversations: {
    summary: 'Count them by who has them',
    query: CountsQuery,
    answer: InboxCounts,
  },
  showInboxConversation: {
    summary: 'Get a conversation with its contact',
    params: OneConversation,
    answer: InboxConversationDetail,
  },
  listInboxMessages: {
    summary: 'List the messages of a conversation, newest first',
    params: OneConversation,
    query: pageQuery({ limit: 30, max: 100 }),
    answer: pageOf(Message),
  },
  assignConversation: {
    summary: 'Take a conversation over from the teammate, or give it to a colleague; an answer in progress stops',
    params: OneConversation,
    /** Absent: the caller. */
    body: z.object({ user_id: z.uuid().optional() }),
    answer: InboxConversation,
    errors: { 400: ['NO_ACCESS_TO_TEAMMATE'] },
  },
  listAssignees: {
    summary: 'List the people whom a conversation can be assigned to: those who see its teammate',
    params: OneConversation,
    answer: z.object({ data: z.array(Operator) }),
  },
  unassignConversation: {
    summary: 'Hand a conversation back to the teammate',
    params: OneConversation,
    answer: InboxConversation,
  },
  setAutomation: {
    summary: 'Set whether the teammate answers in a conversation that nobody has taken over',
    params: OneConversation,
    body: SetAutomation,
    answer: InboxConversation,
  },
  sendOperatorMessage: {
    summary: 'Reply to the contact; a conversation that the teammate has is taken over first',
    params: OneConversation,
    body: OperatorMessage,
    answer: Message,
    errors: { 409: [...ASSIGNED[409], 'CLIENT_MESSAGE_ID_TAKEN'] },
  },
  editOperatorMessage: {
    summary: 'Change a reply that the caller wrote',
    params: OneMessage,
    body: EditOperatorMessage,
    answer: Message,
  },
  deleteOperatorMessage: {
    summary: 'Delete a reply that the caller wrote; admins and owners delete those of others too',
    params: OneMessage,
    answer: Done,
  },
  resendMessage: {
    summary: 'Deliver a message again whose delivery failed; the contact gets it twice if it had arrived',
    params: OneMessage,
    answer: Message,
    errors: { 409: [...ASSIGNED[409], 'DELIVERY_NOT_FAILED'] },
  },
  listContacts: {
    summary: 'List or search the contacts who have written to teammates that the caller sees',
    query: pageQuery({ limit: 20, max: 100 }).extend({ q: z.string().max(200).optional() }),
    answer: pageOf(Contact),
  },
  showContact: { summary: 'Get a contact', params: OneContact, answer: Contact },
  updateContact: {
    summary: 'Change what is known of a contact',
    params: OneContact,
    body: UpdateContact,
    answer: Contact,
  },
  deleteContact: {
    summary: 'Delete a contact for good, with all conversations and everything that was merged into it',
    params: OneContact,
    answer: Done,
    errors: { 403: [] },
  },
  listContactConversations: {
    summary: 'List a contact’s conversations over all channels, the latest first',
    params: OneContact,
    query: pageQuery({ limit: 20, max: 100 }),
    answer: pageOf(InboxConversation),
  },
})

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type {
  Channel,
  ConversationIcon,
  DeliveryState,
  ModelFallback,
  SystemEvent,
  TeamsMeta,
  ToolCallRecord,
  WithdrawnBecause,
} from '#contracts/conversations.ts'
import type { RunErrorCode } from '#contracts/runs.ts'
import type { WaitingFor } from '#contracts/waiting.ts'
import { createdAt, id, instant, json } from '#platform/db/columns.ts'
import { contactChannels } from '../contacts/table.ts'
import { users } from '../users/table.ts'

type InboxColumns<Column> = Record<'employee_id' | 'is_internal' | 'last_message_at' | 'id' | 'deleted_at', Column>
/** The inbox reads each teammate's conversations in the order of the last message. */
const inOrder = <Column>({ employee_id, is_internal, last_message_at, id }: InboxColumns<Column>) =>
  [employee_id, is_internal, last_message_at, id] as const
const isListed = ({ deleted_at, last_message_at }: InboxColumns<SQLWrapper>): SQL =>
  sql`${deleted_at} is null and ${last_message_at} is not null`

/**
 * Conversations and what is in them are written with every message, and a foreign key looks up and locks a row for each. One has
 * a foreign key, by which conversations go with their contact. Triggers delete what is in them, and those who write that lock the
 * conversation.
 */
export const conversations = pgTable(
  'conversations',
  {
    id: id(),
    organization_id: uuid().notNull(),
    employee_id: uuid().notNull(),
    contact_channel_id: uuid()
      .notNull()
      .references(() => contactChannels.id, { onDelete: 'cascade' }),
    channel: text().$type<Channel>().notNull(),
    channel_name: text().notNull().default(''),
    /** The id that the calling program or chat platform has for the conversation. */
    external_id: text(),
    title: text(),
    /** The title as search compares it, where that is more than its small letters; a trigger writes it. */
    folded_title: text(),
    temporary_title: text(),
    title_source: text(),
    conversation_icon_id: text().$type<ConversationIcon>(),
    status: text().$type<'active' | 'waiting_for_operator' | 'archived'>().notNull().default('active'),
    automation_enabled: boolean().notNull().default(true),
    /** For a chat on Microsoft Teams: the reference that proactive messages need. */
    ms_teams_meta: json<TeamsMeta>(),
    /** The channel that delivers answers; null where clients read them from this server. */
    delivers_by: text(),
    /** The operator who has taken it over, during which the teammate does not answer. */
    assigned_user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Since when the contact waits for a person: for the operator's reply, or for any operator to take over. */
    unanswered_since: instant(),
    /** Incremented at each takeover and hand back: an answer may be published only in the epoch in which it began. */
    epoch: integer().notNull().default(0),
    /** True for internal chat, which the inbox lists apart from customers. */
    is_internal: boolean().generatedAlwaysAs(sql`channel = 'employee_chat'`).notNull(),
    last_message_at: instant(),
    created_at: createdAt(),
    deleted_at: instant(),
  },
  (table) => [
    uniqueIndex('a_callers_conversation_id_is_used_once')
      .on(table.organization_id, table.employee_id, table.channel, table.channel_name, table.external_id)
      .where(sql`${table.external_id} is not null and ${table.deleted_at} is null`),
    index('conversations_of_a_contact').on(
      table.organization_id,
      table.contact_channel_id,
      table.last_message_at,
      table.id,
    ),
    index('conversations_by_their_title')
      .using('gin', table.organization_id, sql`lower(${table.title}) gin_trgm_ops`)
      .where(sql`${table.title} is not null and ${table.deleted_at} is null`),
    index('conversations_by_their_folded_title')
      .using('gin', table.organization_id, table.folded_title.op('gin_trgm_ops'))
      .where(sql`${table.folded_title} is not null and ${table.deleted_at} is null`),
    index('conversations_of_the_inbox')
      .on(table.organization_id, ...inOrder(table))
      .where(isListed(table)),
    // Partial, because most conversations have no operator, and few wait. One operator may have had most of the others.
    index('conversations_of_operators')
      .on(table.organization_id, ...inOrder(table))
      .where(sql`${isListed(table)} and ${table.assigned_user_id} is not null`),
    index('conversations_of_an_operator')
      .on(table.organization_id, table.assigned_user_id, ...inOrder(table))
      .where(sql`${isListed(table)} and ${table.assigned_user_id} is not null`),
    index('conversations_that_wait')
      .on(table.organization_id, ...inOrder(table))
      .where(sql`${isListed(table)} and (
        ${table.assigned_user_id} is not null and ${table.unanswered_since} is not null
        or ${table.assigned_user_id} is null and ${table.status} = 'waiting_for_operator')`),
    check('a_conversation_status_is_known', sql`${table.status} in ('active', 'waiting_for_operator', 'archived')`),
  ],
)
export type ConversationRow = typeof conversations.$inferSelect

/**
 * The inbox's counts as changes whose sum is the count: a trigger on `conversations` writes one for each move between buckets, so
 * that no transaction waits for a counter. A job replaces many of them by their sum.
 */
export const inboxCounts = pgTable(
  'inbox_counts',
  {
    organization_id: uuid().notNull(),
    employee_id: uuid().notNull(),
    is_internal: boolean().notNull(),
    /** The operator who has the conversations; null for the teammate. */
    assigned_user_id: uuid(),
    conversations: integer().notNull(),
    /** Conversations of an operator in which the contact waits for a reply. */
    waiting: integer().notNull(),
    /** Conversations of a teammate that wait for an operator. */
    escalated: integer().notNull(),
  },
  (table) => [index('inbox_counts_of_an_organization').on(table.organization_id, table.employee_id)],
)

/** Participants of a conversation; the first active one is the primary customer. */
export const participants = pgTable(
  'participants',
  {
    organization_id: uuid().notNull(),
    conversation_id: uuid().notNull(),
    contact_channel_id: uuid().notNull(),
    is_active: boolean().notNull().default(true),
    joined_at: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'a_contact_takes_part_once', columns: [table.conversation_id, table.contact_channel_id] }),
    index('conversations_of_a_participant').on(table.organization_id, table.contact_channel_id),
  ],
)

export const messages = pgTable(
  'messages',
  {
    id: id(),
    organization_id: uuid().notNull(),
    conversation_id: uuid().notNull(),
    channel: text().$type<Channel>(),
    role: text().$type<'contact' | 'ai' | 'bot' | 'operator' | 'system'>().notNull(),
    status: text().$type<'in_progress' | 'completed' | 'failed'>().notNull().default('completed'),
    content: text().notNull().default(''),
    /** How many deltas of the answer are in `content` so far. */
    stream_index: integer().notNull().default(0),
    stream_reasoning: text(),
    stream_tools: json<ToolCallRecord[]>(),
    model_fallback: json<ModelFallback>(),
    contact_channel_id: uuid(),
    employee_id: uuid(),
    user_id: uuid(),
    run_id: uuid(),
    /** In a group chat, the sender's name at that time. */
    sender_name: text(),
    /** The client's own id of the message: one that is sent again under it is not stored twice. */
    client_message_id: uuid(),
    reaction: text().$type<'like' | 'dislike'>(),
    feedback_comment: text(),
    /** The event of a message with the role `system`. */
    system_event: json<SystemEvent>(),
    edited_at: instant(),
    /** True where a person stopped the answer. */
    is_stopped: boolean().notNull().default(false),
    /** Since when the run of an unfinished answer waits for a person or a time, possibly for days. */
    waiting_since: instant(),
    /** What it waits for, as pages show it. */
    waiting_for: json<WaitingFor>(),
    error: text(),
    error_code: text().$type<RunErrorCode>(),
    created_at: createdAt(),
    completed_at: instant(),
    generation_ms: integer(),
    deleted_at: instant(),
  },
  (table) => [
    uniqueIndex('a_client_sends_a_message_once')
      .on(table.organization_id, table.contact_channel_id, table.client_message_id)
      .where(sql`${table.client_message_id} is not null`),
    uniqueIndex('an_operator_sends_a_message_once')
      .on(table.organization_id, table.user_id, table.client_message_id)
      .where(sql`${table.role} = 'operator' and ${table.client_message_id} is not null`),
    index('messages_of_a_conversation').on(table.organization_id, table.conversation_id, table.id),
    check('a_message_role_is_known', sql`${table.role} in ('contact', 'ai', 'bot', 'operator', 'system')`),
    check('a_message_status_is_known', sql`${table.status} in ('in_progress', 'completed', 'failed')`),
  ],
)
export type MessageRow = typeof messages.$inferSelect

/**
 * The search text of finished messages, in a table of its own: streamed answers write no search index. A trigger folds it
 * (`contracts/src/fold-text.ts`).
 */
export const messageTexts = pgTable(
  'message_texts',
  {
    organization_id: uuid().notNull(),
    contact_channel_id: uuid().notNull(),
    employee_id: uuid().notNull(),
    message_id: uuid().notNull(),
    conversation_id: uuid().notNull(),
    text: text().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'a_message_is_found_once',
      columns: [table.organization_id, table.contact_channel_id, table.message_id],
    }),
    index('texts_of_an_organization').on(table.organization_id, table.message_id),
    // The indexes contain the owner too, for each way of searching, so that a word of many others slows nobody's search.
    index('texts_by_their_letters').using(
      'gin',
      table.organization_id,
      table.employee_id,
      table.contact_channel_id,
      table.text.op('gin_trgm_ops'),
    ),
  ],
)

export const attachments = pgTable(
  'attachments',
  {
    id: id(),
    organization_id: uuid().notNull(),
    message_id: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    mime_type: text().notNull(),
    size: integer().notNull(),
    /** The key of the bytes in the blob store. */
    hash: text().notNull(),
    is_encrypted: boolean().notNull().default(false),
    created_at: createdAt(),
  },
  (table) => [
    index('attachments_of_a_message').on(table.organization_id, table.message_id),
    // Collecting unused bytes asks for each blob whether a message refers to it.
    index('attachments_by_their_bytes').on(table.organization_id, table.hash),
  ],
)
export type AttachmentRow = typeof attachments.$inferSelect

/** The delivery of a message to its chat platform, written together with the message. */
export const messageDeliveries = pgTable(
  'message_deliveries',
  {
    message_id: uuid()
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    organization_id: uuid().notNull(),
    conversation_id: uuid().notNull(),
    /** The channel that delivers it. */
    channel: text().notNull(),
    state: text().$type<DeliveryState>().notNull().default('pending'),
    withdrawn_because: text().$type<WithdrawnBecause>(),
    attempts: integer().notNull().default(0),
    /** The process that makes the current attempt. */
    holder: uuid(),
    last_error: text(),
    /** How many of the requests that make up the message have arrived. */
    parts_sent: integer().notNull().default(0),
    /** True while the outcome of a further request is unknown. */
    part_begun: boolean().notNull().default(false),
    /** When the next attempt is due; during an attempt, when it counts as lost. */
    next_attempt_at: instant(),
    delivered_at: instant(),
    created_at: createdAt(),
  },
  (table) => [
    index('deliveries_that_are_due').on(table.next_attempt_at).where(sql`${table.state} = 'pending'`),
    index('deliveries_of_a_conversation')
      .on(table.conversation_id, table.message_id)
      .where(sql`${table.next_attempt_at} is not null`),
    check('a_delivery_state_is_known', sql`${table.state} in ('pending', 'delivered', 'failed', 'withdrawn')`),
  ],
)
export type MessageDeliveryRow = typeof messageDeliveries.$inferSelect

import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ChannelChat } from '#contracts/bot-chats.ts'
import type { ChannelConnection } from '#contracts/channel-bots.ts'
import type { MsgrBot } from '#contracts/msgr-bots.ts'
import type { chatPlatforms } from '#contracts/parties.ts'
import { createdAt, id, instant, json } from '#platform/db/columns.ts'
import { attachments } from '../conversations/table.ts'
import { organizationId } from '../organizations/table.ts'
import { employeeId } from '../teammates/table.ts'
import { users } from '../users/table.ts'

type ChatPlatform = keyof typeof chatPlatforms

/** A chat platform that the whole organization is connected to. */
export const organizationChannelConnections = pgTable(
  'organization_channel_connections',
  {
    organization_id: organizationId(),
    channel: text().$type<ChannelConnection['channel']>().notNull(),
    status: text().$type<ChannelConnection['status']>().notNull().default('disconnected'),
    team_id: text(),
    team_name: text(),
    app_id: text(),
    bot_user_id: text(),
    bot_token_sealed: text(),
    connected_at: instant(),
    /** When the platform was last asked whether it takes the token. */
    checked_at: instant(),
  },
  (table) => [
    primaryKey({
      name: 'an_organization_has_one_connection_per_channel',
      columns: [table.organization_id, table.channel],
    }),
    // What a workspace sends is for one organization.
    uniqueIndex('a_team_is_connected_to_one_organization').on(table.channel, table.team_id),
    index('active_channel_connections_by_check').on(table.checked_at).where(sql`${table.status} = 'active'`),
  ],
)
export type ChannelConnectionRow = typeof organizationChannelConnections.$inferSelect

/** States of sign-ins that have come back: each is good for one use. Also which workspaces are locked (`wchat/lock-team.ts`). */
export const usedOAuthStates = pgTable(
  'used_oauth_states',
  { nonce: uuid().primaryKey(), expires_at: instant().notNull() },
  (table) => [index('used_oauth_states_by_end').on(table.expires_at)],
)

/** Accounts of a chat platform by which people reach their personal assistants through the connection of their organization. */
export const channelAccounts = pgTable(
  'channel_accounts',
  {
    organization_id: organizationId(),
    channel: text().$type<ChannelConnection['channel']>().notNull(),
    /** As the platform calls it, in all of its workspaces. */
    account_id: text().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the platform called it when it was linked. */
    name: text().notNull(),
    linked_at: instant().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'an_account_is_linked_to_one_user',
      columns: [table.organization_id, table.channel, table.account_id],
    }),
    uniqueIndex('a_user_has_one_account_per_channel').on(table.organization_id, table.channel, table.user_id),
  ],
)

/** A teammate's own bot on a chat platform; without a row there is none. */
export const channelBots = pgTable(
  'channel_bots',
  {
    organization_id: organizationId(),
    employee_id: employeeId(),
    channel: text().$type<ChatPlatform>().notNull(),
    status: text().$type<Exclude<MsgrBot['status'], 'disconnected'>>().notNull().default('active'),
    /** As the platform calls it. */
    bot_id: text().notNull(),
    username: text().notNull(),
    name: text().notNull(),
    /** It receives all messages of its groups, not just those that mention it. */
    reads_groups: boolean().notNull(),
    token_sealed: text().notNull(),
    /** The secret by which requests of the platform are recognized. */
    webhook_secret_sealed: text().notNull(),
    webhook_problem: text().$type<NonNullable<MsgrBot['webhook_problem']>>(),
    /** The platform's own error text, where it sends one. */
    webhook_error: text(),
    /** Data of one platform, such as a workspace or a tenant; read by that platform's folder only. */
    platform_data: json<Record<string, unknown>>(),
    enables_private_chats: boolean().notNull(),
    /** A person has decided who may write to it. */
    is_access_decided: boolean().notNull().default(false),
    connected_at: instant().notNull(),
    /** When the platform was last asked whether it takes the token and sends its messages here. */
    checked_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ name: 'a_teammate_has_one_bot_per_channel', columns: [table.employee_id, table.channel] }),
    uniqueIndex('a_bot_speaks_for_one_teammate').on(table.channel, table.bot_id),
    index('active_bots_by_check').on(table.checked_at).where(sql`${table.status} = 'active'`),
    check('a_bot_status_is_known', sql`${table.status} in ('active', 'invalid')`),
  ],
)
export type ChannelBotRow = typeof channelBots.$inferSelect

/** A chat in which a bot was seen. Its teammate answers there once it is enabled. */
export const channelChats = pgTable(
  'channel_chats',
  {
    id: id(),
    organization_id: organizationId(),
    employee_id: employeeId(),
    channel: text().$type<ChatPlatform>().notNull(),
    chat_id: text().notNull(),
    kind: text().$type<ChannelChat['kind']>().notNull(),
    name: text(),
    /** The topic's own name, within the group `name`. */
    topic: text(),
    /** What the platform needs for a message that is no reply; read by that platform's folder only. */
    platform_data: json<Record<string, unknown>>(),
    /** Written to through the connection of the whole organization, and not through a bot of the teammate. */
    is_of_organization: boolean().notNull().default(false),
    status: text().$type<ChannelChat['status']>().notNull(),
    /** When a person enabled or disabled it; until then a disabled chat waits for that decision. */
    reviewed_at: instant(),
    created_at: createdAt(),
    last_seen_at: instant().notNull(),
    /** When the lock of the process that works on this chat ends (`bots/lock-chat.ts`). */
    held_until: instant(),
  },
  (table) => [
    uniqueIndex('a_chat_is_registered_once').on(table.employee_id, table.channel, table.chat_id),
    index('chats_of_a_bot').on(table.organization_id, table.employee_id, table.channel, table.last_seen_at, table.id),
    check('a_chat_status_is_known', sql`${table.status} in ('enabled', 'disabled')`),
  ],
)
export type ChannelChatRow = typeof channelChats.$inferSelect

/** A thread whose first message was to the bot, so that its replies are too (contract, rules 11 and 12 of chat platforms). */
export const channelThreads = pgTable(
  'channel_threads',
  {
    chat_id: uuid()
      .notNull()
      .references(() => channelChats.id, { onDelete: 'cascade' }),
    thread_id: text().notNull(),
    last_seen_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ name: 'a_thread_is_known_once', columns: [table.chat_id, table.thread_id] }),
    index('threads_by_age').on(table.last_seen_at),
  ],
)

/** A file of a message that goes to Microsoft Teams: offered to a person, or put into the files of a channel. */
export const tchatFiles = pgTable(
  'tchat_files',
  {
    /** The offer card carries this id. */
    id: id(),
    organization_id: organizationId(),
    employee_id: employeeId(),
    attachment_id: uuid()
      .notNull()
      .references(() => attachments.id, { onDelete: 'cascade' }),
    /** As the platform calls it. */
    chat_id: text().notNull(),
    state: text().$type<'pending' | 'uploading' | 'uploaded' | 'failed' | 'declined'>().notNull(),
    /**
     * The upload address that the person's consent gave, sealed, because it needs no other permission; null after the
     * upload.
     */
    upload_sealed: text(),
    /** Where people open it. */
    web_url: text(),
    error: text(),
    created_at: createdAt(),
    updated_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('a_file_is_offered_once').on(table.attachment_id),
    index('tchat_files_of_an_organization').on(table.organization_id),
    check(
      'a_tchat_file_state_is_known',
      sql`${table.state} in ('pending', 'uploading', 'uploaded', 'failed', 'declined')`,
    ),
  ],
)
export type TchatFileRow = typeof tchatFiles.$inferSelect

/**
 * Updates that a platform sent: stored before they are acknowledged, so that none is lost; one that arrives again is
 * dropped.
 */
export const channelUpdates = pgTable(
  'channel_updates',
  {
    id: id(),
    organization_id: organizationId(),
    employee_id: employeeId(),
    channel: text().$type<ChatPlatform>().notNull(),
    /** The platform's own id of the update. */
    external_id: text().notNull(),
    chat_id: uuid()
      .notNull()
      .references(() => channelChats.id, { onDelete: 'cascade' }),
    /** Null once it was processed. */
    body: json<Record<string, unknown>>(),
    /** The platform's id of the sender. */
    sender_id: text().notNull(),
    file_count: integer().notNull(),
    /** Updates that become one message have the same: pictures of an album, and after the first attempt the whole batch. */
    batch_id: text(),
    /** The platform's id of the message in its chat; `message_id` is our message that it became. */
    platform_message_id: text(),
    /** The message with which its thread began, where the chat has threads. */
    thread_id: text(),
    message_id: uuid(),
    attempts: integer().notNull().default(0),
    /** When it is to be processed; null once it was processed or given up. */
    due_at: instant(),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex('an_update_is_taken_once').on(table.employee_id, table.channel, table.external_id),
    index('updates_that_are_due').on(table.due_at).where(sql`${table.due_at} is not null`),
    index('updates_of_a_chat').on(table.chat_id, table.id).where(sql`${table.due_at} is not null`),
    index('updates_by_message').on(table.message_id).where(sql`${table.message_id} is not null`),
    index('updates_by_age').on(table.created_at),
  ],
)
export type ChannelUpdateRow = typeof channelUpdates.$inferSelect

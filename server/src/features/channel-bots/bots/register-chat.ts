import { type SQL, sql } from 'drizzle-orm'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement, type ParametersOf } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import type { BotContext } from '../context.ts'
import { type ChannelChatRow, channelChats } from '../table.ts'
import { announceChat } from './announce-chat.ts'

/** How often `last_seen_at` is written, so that not every message writes the row. */
const SEEN_INTERVAL_MS = 60_000

export type SeenChat = Pick<ChannelChatRow, 'chat_id' | 'kind'> & {
  name: string | undefined
  topic?: string | undefined
  /** What the platform needs for a message that is no reply; replaces what is stored. */
  platform_data?: Record<string, unknown>
  /** Written to through the connection of the whole organization. */
  is_of_organization?: boolean
}

/** `is_written`: it is new, is called something else, or was not seen for a while. */
export type RegisteredChat = ChannelChatRow & { is_new: boolean; is_written: boolean }

/** The parameters of a statement that begins with `withChat`. */
export const seenParameters = {
  new_chat_id: 'uuid',
  organization_id: 'uuid',
  employee_id: 'uuid',
  channel: 'text',
  chat_id: 'text',
  kind: 'text',
  name: 'text?',
  topic: 'text?',
  platform_data: 'jsonb?',
  is_of_organization: 'boolean',
  status: 'text',
  now: 'timestamptz',
  seen_before: 'timestamptz',
} as const

type SeenParameters = { readonly [Name in keyof typeof seenParameters]: SQL }

/**
 * Begins a statement with the chat in which a bot was seen, registered if it was not: `chat` is a `RegisteredChat`. It is
 * empty where another statement has just registered the chat, and finds it when it is executed again.
 */
export const withChat = (p: SeenParameters): SQL => sql`
  with written as (
    insert into ${channelChats} (id, organization_id, employee_id, channel, chat_id, kind, name, topic, platform_data,
      is_of_organization, status, created_at, last_seen_at)
    values (${p.new_chat_id}, ${p.organization_id}, ${p.employee_id}, ${p.channel}, ${p.chat_id}, ${p.kind}, ${p.name},
      ${p.topic}, ${p.platform_data}, ${p.is_of_organization}, ${p.status}, ${p.now}, ${p.now})
    on conflict (employee_id, channel, chat_id) do update set
      last_seen_at = excluded.last_seen_at,
      name = coalesce(excluded.name, channel_chats.name),
      topic = coalesce(excluded.topic, channel_chats.topic),
      platform_data = coalesce(excluded.platform_data, channel_chats.platform_data)
    where channel_chats.last_seen_at < ${p.seen_before}
      or (excluded.name is not null and excluded.name is distinct from channel_chats.name)
      or (excluded.topic is not null and excluded.topic is distinct from channel_chats.topic)
      or (excluded.platform_data is not null and excluded.platform_data is distinct from channel_chats.platform_data)
    -- A row that was just inserted has no xmax.
    returning *, xmax = 0 as is_new, true as is_written
  ), chat as (
    select * from written
    union all
    select *, false as is_new, false as is_written from ${channelChats}
    where employee_id = ${p.employee_id} and channel = ${p.channel} and chat_id = ${p.chat_id}
      and not exists (select from written)
  )`

/** The values of `seenParameters`; a new chat waits for an administrator, unless the bot enables private chats by itself. */
export function seenValues(ctx: BotContext, seen: SeenChat): ParametersOf<typeof seenParameters> {
  const { organization_id, employee_id, channel, enables_private_chats } = ctx.bot
  const { chat_id, kind, name = null, topic = null, platform_data, is_of_organization = false } = seen
  const now = ctx.now()
  return {
    new_chat_id: newId(),
    organization_id,
    employee_id,
    channel,
    chat_id,
    kind,
    name,
    topic,
    platform_data: platform_data ? toJson(platform_data) : null,
    is_of_organization,
    status: kind === 'private' && enables_private_chats ? 'enabled' : 'disabled',
    now,
    seen_before: new Date(now.getTime() - SEEN_INTERVAL_MS),
  }
}

/** Registers a chat, or finds it. One statement, because the platform waits for the answer. */
const findOrRegister = defineStatement(
  'register_chat',
  seenParameters,
  (p) => sql<RegisteredChat>`${withChat(p)} select * from chat`,
)

/** The chat in which a bot was seen, with what it is called now. */
export async function registerChat(ctx: BotContext, seen: SeenChat): Promise<ChannelChatRow> {
  const chat = await executeAgain(() => findOrRegister(ctx.db, seenValues(ctx, seen)))
  await announceWritten(ctx, chat)
  return chat
}

/** The row of a statement that begins with `withChat`. */
export async function executeAgain<Row>(execute: () => Promise<Row[]>): Promise<Row> {
  const [row] = await execute()
  const [found] = row ? [row] : await execute()
  if (!found) throw new Error('The chat was not registered')
  return found
}

export async function announceWritten(ctx: BotContext, chat: RegisteredChat): Promise<void> {
  if (chat.is_written) await announceChat(ctx, ctx.teammate, chat, chat.is_new ? 'chatCreated' : 'chatUpdated')
}

import { sql } from 'drizzle-orm'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import type { BotContext } from '../context.ts'
import { updateArrived } from '../events.ts'
import { channelThreads, channelUpdates } from '../table.ts'
import {
  announceWritten,
  executeAgain,
  type RegisteredChat,
  type SeenChat,
  seenParameters,
  seenValues,
  withChat,
} from './register-chat.ts'

type StoredUpdate = {
  /** The platform's own id of the update, unique for this bot; an update that arrives again is dropped. */
  external_id: string
  body: object
  sender_id: string
  file_count: number
  /** The platform's id of the message in its chat, which replies refer to. */
  platform_message_id: string
  /** The message with which its thread began, where the chat has threads. */
  thread_id?: string | undefined
  /** True for the first message of a thread to the bot: replies in the thread are for the bot too. */
  begins_thread?: boolean
  /**
   * For messages that belong together, such as the pictures of an album: their common id, and how long to wait for the
   * others.
   */
  batch?: { id: string; wait_ms: number } | undefined
}

/** One statement, because the platform waits for it; chat, update and thread are stored together or not at all. */
const writeUpdate = defineStatement(
  'store_update',
  {
    ...seenParameters,
    id: 'uuid',
    external_id: 'text',
    body: 'jsonb',
    batch_id: 'text?',
    sender_id: 'text',
    file_count: 'int',
    platform_message_id: 'text',
    thread_id: 'text?',
    begins_thread: 'boolean',
    due_at: 'timestamptz',
  },
  (p) => sql<RegisteredChat & { is_stored: boolean }>`
    ${withChat(p)}, stored as (
      insert into ${channelUpdates} (id, organization_id, employee_id, channel, external_id, chat_id, body, batch_id,
        sender_id, file_count, platform_message_id, thread_id, due_at, created_at)
      select ${p.id}, ${p.organization_id}, ${p.employee_id}, ${p.channel}, ${p.external_id}, chat.id, ${p.body},
        ${p.batch_id}, ${p.sender_id}, ${p.file_count}, ${p.platform_message_id}, ${p.thread_id}, ${p.due_at}, ${p.now}
      from chat
      on conflict do nothing
      returning chat_id
    ), thread as (
      insert into ${channelThreads} (chat_id, thread_id, last_seen_at)
      select chat_id, ${p.thread_id}, ${p.now} from stored where ${p.begins_thread}
      on conflict do nothing
    )
    select chat.*, exists (select from stored) as is_stored from chat`,
)

/**
 * Stores a message to a bot before the platform is answered, because it does not send again what was acknowledged, and notifies
 * the processes that answer it. False where it was stored already.
 */
export async function storeUpdate(ctx: BotContext, seen: SeenChat, update: StoredUpdate): Promise<boolean> {
  const { external_id, body, sender_id, file_count, platform_message_id, thread_id, begins_thread, batch } = update
  const values = {
    ...seenValues(ctx, seen),
    id: newId(),
    // Update ids are counted per bot, and a teammate may get another bot later.
    external_id: `${ctx.bot.bot_id}:${external_id}`,
    body: toJson(body),
    batch_id: batch?.id ?? null,
    sender_id,
    file_count,
    platform_message_id,
    thread_id: thread_id ?? null,
    begins_thread: thread_id !== undefined && begins_thread === true,
    due_at: new Date(ctx.now().getTime() + (batch?.wait_ms ?? 0)),
  }
  const { is_stored, ...chat } = await executeAgain(() => writeUpdate(ctx.db, values))
  await announceWritten(ctx, chat)
  if (is_stored) await ctx.emit(updateArrived, { organization_id: values.organization_id, chat_id: chat.id })
  return is_stored
}

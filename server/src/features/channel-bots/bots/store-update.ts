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

export type StoredUpdate = {
  /** The platform's own id of it: one that comes again is dropped. Unique for this bot. */
  external_id: string
  body: object
  sender_id: string
  file_count: number
  /** Of the message in its chat, as answers name it. */
  platform_message_id: string
  /** The message with which its thread began, where the chat has threads. */
  thread_id?: string | undefined
  /** It is that message itself, and replies to it are to the bot as well. */
  begins_thread?: boolean
  /** What comes in parts, as the pictures of an album do, has one id and waits for the others. */
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
 * Stores a message to a bot before its platform is answered, which forgets what was acknowledged, and notifies the processes
 * that answer it. False where it was there already.
 */
export async function storeUpdate(ctx: BotContext, seen: SeenChat, update: StoredUpdate): Promise<boolean> {
  const { external_id, body, sender_id, file_count, platform_message_id, thread_id, begins_thread, batch } = update
  const values = {
    ...seenValues(ctx, seen),
    id: newId(),
    // Each bot counts for itself, and a teammate may be given another one.
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

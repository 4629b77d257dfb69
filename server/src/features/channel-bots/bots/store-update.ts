import type { BotContext } from '../context.ts'
import { updateArrived } from '../events.ts'
import { type ChannelUpdateRow, channelThreads, channelUpdates } from '../table.ts'
import { registerChat, type SeenChat } from './register-chat.ts'

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

/**
 * Stores a message to a bot before its platform is answered, which forgets what was acknowledged, and tells the processes that
 * answer it. False where it was there already.
 */
export function storeUpdate(ctx: BotContext, seen: SeenChat, update: StoredUpdate): Promise<boolean> {
  const { organization_id, employee_id, channel, bot_id } = ctx.bot
  const {
    external_id,
    body,
    sender_id,
    file_count,
    platform_message_id,
    thread_id = null,
    begins_thread,
    batch,
  } = update
  const now = ctx.now()
  return ctx.transaction(async (ctx) => {
    const { id: chat_id } = await registerChat(ctx, seen)
    const [stored] = await ctx.db
      .insert(channelUpdates)
      .values({
        organization_id,
        employee_id,
        channel,
        // Each bot counts for itself, and a teammate may be given another one.
        external_id: `${bot_id}:${external_id}`,
        chat_id,
        body: { ...body },
        batch_id: batch?.id ?? null,
        sender_id,
        file_count,
        platform_message_id,
        thread_id,
        due_at: new Date(now.getTime() + (batch?.wait_ms ?? 0)),
        created_at: now,
      } satisfies Partial<ChannelUpdateRow>)
      .onConflictDoNothing()
      .returning({ id: channelUpdates.id })
    if (stored && begins_thread && thread_id !== null) {
      await ctx.db.insert(channelThreads).values({ chat_id, thread_id, last_seen_at: now }).onConflictDoNothing()
    }
    if (stored) await ctx.emit(updateArrived, { organization_id, chat_id })
    return stored !== undefined
  })
}

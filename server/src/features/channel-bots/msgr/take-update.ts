import type { UpdateTaken } from '#contracts/msgr-bots.ts'
import { registerChat } from '../bots/register-chat.ts'
import type { BotContext } from '../context.ts'
import { updateArrived } from '../events.ts'
import { channelUpdates } from '../table.ts'
import { moveChat } from './move-chat.ts'
import {
  chatIdOf,
  fullNameOf,
  isAddressedTo,
  isPrivate,
  type MsgrChat,
  type MsgrMessage,
  MsgrUpdate,
  topicNameOf,
} from './read-update.ts'

/** Pictures of one album come as messages of their own, within moments. */
const ALBUM_WAIT_MS = 1000

/**
 * Keeps what the platform sends, so that it may forget it, and tells those who take it. What is not said to the bot only shows
 * that the chat is there; what comes a second time is dropped.
 */
export async function takeUpdate(ctx: BotContext, body: object): Promise<UpdateTaken> {
  if (ctx.organization.status !== 'active') return { ok: true, code: 'ORGANIZATION_INACTIVE' }
  const update = MsgrUpdate.safeParse(body)
  if (!update.success) {
    ctx.log.warn({ issues: update.error.issues }, 'an update of Telegram could not be read')
    return { ok: true }
  }
  const { update_id, message, my_chat_member } = update.data
  if (message) await takeMessage(ctx, update_id, message, body)
  const isThere = my_chat_member && ['member', 'administrator'].includes(my_chat_member.new_chat_member.status)
  if (isThere && isGroup(my_chat_member.chat)) {
    const { chat } = my_chat_member
    await registerChat(ctx, { chat_id: String(chat.id), kind: 'group', name: chat.title })
  }
  return { ok: true }
}

const isGroup = ({ type }: MsgrChat): boolean => type === 'group' || type === 'supergroup'

async function takeMessage(ctx: BotContext, update_id: number, message: MsgrMessage, body: object): Promise<void> {
  const { chat, from, migrate_to_chat_id } = message
  if (migrate_to_chat_id !== undefined) return moveChat(ctx, ctx.bot, String(chat.id), String(migrate_to_chat_id))
  if (!isGroup(chat) && !isPrivate(chat)) return
  const seen = {
    chat_id: chatIdOf(message),
    kind: isPrivate(chat) ? 'private' : 'group',
    name: (isPrivate(chat) ? fullNameOf(chat) : chat.title) || undefined,
    topic: topicNameOf(message),
  } as const
  // Other bots are not answered: two would never stop.
  const isSaid = from && !from.is_bot && isAddressedTo(ctx.bot, message)
  if (!isSaid) return void (await registerChat(ctx, seen))

  const now = ctx.now()
  const album_id = message.media_group_id ?? null
  const { organization_id, employee_id, channel } = ctx.bot
  await ctx.transaction(async (ctx) => {
    const { id: chat_id } = await registerChat(ctx, seen)
    const [kept] = await ctx.db
      .insert(channelUpdates)
      .values({
        organization_id,
        employee_id,
        channel,
        external_id: String(update_id),
        chat_id,
        body: { ...body },
        album_id,
        platform_message_id: String(message.message_id),
        due_at: album_id === null ? now : new Date(now.getTime() + ALBUM_WAIT_MS),
        created_at: now,
      })
      .onConflictDoNothing()
      .returning({ id: channelUpdates.id })
    if (kept) await ctx.emit(updateArrived, { chat_id })
  })
}

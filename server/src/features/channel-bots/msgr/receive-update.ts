import type { UpdateReceived } from '#contracts/bot-chats.ts'
import { disableChat } from '../bots/disable-chat.ts'
import { registerChat } from '../bots/register-chat.ts'
import { storeUpdate } from '../bots/store-update.ts'
import { updateBot } from '../bots/update-bot.ts'
import type { BotContext } from '../context.ts'
import { NO_PROBLEM } from './bot-data.ts'
import { isOwner } from './is-owner.ts'
import { moveChat } from './move-chat.ts'
import {
  chatIdOf,
  fileOf,
  fullNameOf,
  hasContent,
  isAddressedTo,
  isByPerson,
  isPrivate,
  type MsgrChat,
  type MsgrMembership,
  type MsgrMessage,
  MsgrUpdate,
  topicNameOf,
} from './read-update.ts'

/** The pictures of an album arrive as separate messages, a moment apart. */
const ALBUM_WAIT_MS = 1000

/**
 * Stores an update before it is acknowledged, because Telegram does not send it again after that. A message that is not for the
 * bot only registers its chat; an update that arrives a second time is dropped. The stored update is processed by
 * `bots/process-chats.ts`.
 */
export async function receiveUpdate(ctx: BotContext, body: object): Promise<UpdateReceived> {
  if (ctx.organization.status !== 'active') return { ok: true, code: 'ORGANIZATION_INACTIVE' }
  const update = MsgrUpdate.safeParse(body)
  if (!update.success) {
    ctx.log.warn({ issues: update.error.issues }, 'an update of Telegram could not be read')
    return { ok: true }
  }
  const { message, my_chat_member } = update.data
  // A deleted teammate may be restored with its bot, so the webhook stays set.
  if (ctx.teammate.deleted_at !== null) return { ok: true }
  await endDeliveryProblem(ctx)
  if (message) await storeMessage(ctx, update.data.update_id, message, body)
  if (my_chat_member && isGroup(my_chat_member.chat)) await receiveMembership(ctx, my_chat_member)
  return { ok: true }
}

/** An update that arrives shows that Telegram delivers again, whatever it reported last. */
async function endDeliveryProblem(ctx: BotContext): Promise<void> {
  const { webhook_problem } = ctx.bot
  if (webhook_problem !== 'failing' && webhook_problem !== 'unknown') return
  await updateBot(ctx, ctx.teammate, ctx.bot, NO_PROBLEM)
}

/** A group is listed once the bot joins it, and has to be enabled again after the bot was removed. */
async function receiveMembership(ctx: BotContext, { chat, new_chat_member }: MsgrMembership): Promise<void> {
  const seen = { chat_id: String(chat.id), kind: 'group', name: chat.title } as const
  if (['member', 'administrator'].includes(new_chat_member.status)) await registerChat(ctx, seen)
  if (['left', 'kicked'].includes(new_chat_member.status)) await disableChat(ctx, seen.chat_id)
}

const isGroup = ({ type }: MsgrChat): boolean => type === 'group' || type === 'supergroup'

async function storeMessage(ctx: BotContext, update_id: number, message: MsgrMessage, body: object): Promise<void> {
  const { chat, from, migrate_to_chat_id } = message
  if (migrate_to_chat_id !== undefined)
    return moveChat(ctx, ctx.teammate, 'msgr', String(chat.id), String(migrate_to_chat_id))
  if (!isGroup(chat) && !isPrivate(chat)) return
  const seen = {
    chat_id: chatIdOf(message),
    kind: isPrivate(chat) ? 'private' : 'group',
    name: (isPrivate(chat) ? fullNameOf(chat) : chat.title) || undefined,
    topic: topicNameOf(message),
  } as const
  const isPersonal = ctx.teammate.owned_by_user_id !== null
  if (from && isPersonal && !(await isOwner(ctx, String(from.id)))) return
  const isForBot = isByPerson(message) && isAddressedTo(ctx.bot, message) && hasContent(message)
  if (!from || !isForBot) return void (await registerChat(ctx, seen))

  const album_id = message.media_group_id
  await storeUpdate(ctx, seen, {
    external_id: String(update_id),
    body,
    sender_id: String(from.id),
    file_count: fileOf(message) ? 1 : 0,
    platform_message_id: String(message.message_id),
    batch: album_id === undefined ? undefined : { id: album_id, wait_ms: ALBUM_WAIT_MS },
  })
}

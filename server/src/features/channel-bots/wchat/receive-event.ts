import type { PlatformEventReceived, UpdateReceived } from '#contracts/bot-chats.ts'
import { AppError } from '#platform/error.ts'
import { disableChat } from '../bots/disable-chat.ts'
import { isThreadOfBot } from '../bots/is-thread-of-bot.ts'
import { registerChat, type SeenChat } from '../bots/register-chat.ts'
import { storeUpdate } from '../bots/store-update.ts'
import { updateBot } from '../bots/update-bot.ts'
import type { BotContext, WchatEventContext } from '../context.ts'
import { dataOf, mergedData } from './bot-data.ts'
import { invalidateBot } from './check-bot.ts'
import { nameChat } from './name-chat.ts'
import {
  answerThread,
  filesOf,
  isByPerson,
  isFromBefore,
  isPrivate,
  mentions,
  SlackEnvelope,
  type SlackEvent,
  type SlackMessage,
  threadOfReply,
} from './read-event.ts'

/** Stores what Slack sends before it is answered, within its three seconds; what comes a second time is dropped. */
export async function receiveEvent(
  { signed: ctx }: WchatEventContext,
  body: { type: string; challenge?: unknown },
): Promise<PlatformEventReceived> {
  if (ctx) await markReceived(ctx)
  if (body.type === 'url_verification' && typeof body.challenge === 'string') return { challenge: body.challenge }
  if (!ctx) throw new AppError('unauthorized', 'A valid signature is required')
  return receiveSigned(ctx, body)
}

async function receiveSigned(ctx: BotContext, body: object): Promise<UpdateReceived> {
  if (ctx.organization.status !== 'active') return { ok: true, code: 'ORGANIZATION_INACTIVE' }
  const envelope = SlackEnvelope.safeParse(body)
  // Other events, and later kinds of those that are known, are no failure of Slack's.
  if (!envelope.success) {
    ctx.log.debug({ issues: envelope.error.issues }, 'an event of Slack is not read')
    return { ok: true }
  }
  const { team_id, authorizations, event, event_time } = envelope.data
  const data = dataOf(ctx.bot)
  const isForBot = authorizations?.some((one) => one.team_id === data.team_id && one.user_id === data.user_id)
  // One app may be installed in several workspaces, and signs for all of them alike.
  if (team_id !== data.team_id && !isForBot) {
    ctx.log.warn({ team_id }, 'an event of another workspace came to the Slack app of a teammate')
    return { ok: true }
  }
  // A deleted teammate may be restored, and its app with it.
  if (ctx.teammate.deleted_at !== null) return { ok: true }
  const isRemoval = event.type === 'app_uninstalled' || event.type === 'tokens_revoked'
  if (!isRemoval || !isFromBefore(ctx.bot.connected_at, event_time)) await receive(ctx, event)
  return { ok: true }
}

async function receive(ctx: BotContext, event: SlackEvent): Promise<void> {
  const { user_id } = dataOf(ctx.bot)
  switch (event.type) {
    case 'app_uninstalled':
      return invalidateBot(ctx, ctx.teammate, ctx.bot, event.type)
    case 'tokens_revoked':
      if (event.tokens.bot?.includes(user_id)) await invalidateBot(ctx, ctx.teammate, ctx.bot, event.type)
      return
    case 'member_joined_channel':
      if (event.user === user_id) await register(ctx, { chat_id: event.channel, kind: 'group', name: undefined })
      return
    case 'channel_left':
    case 'group_left':
      // Where the bot was removed it has to be enabled again.
      return disableChat(ctx, event.channel)
    default:
      return receiveMessage(ctx, event)
  }
}

async function receiveMessage(ctx: BotContext, message: SlackMessage): Promise<void> {
  const { user_id: bot_user_id } = dataOf(ctx.bot)
  const { channel, user, ts } = message
  if (!isByPerson(message, bot_user_id)) return
  const kind = isPrivate(message) ? 'private' : 'group'
  const seen: SeenChat = { chat_id: channel, kind, name: undefined }
  if (!mayAnswerIn(ctx, seen)) return
  if (!user || !(await isAddressed(ctx, message, bot_user_id))) return register(ctx, seen)
  const thread_id = answerThread(message)
  const { type: _, ...body } = message
  await storeUpdate(ctx, seen, {
    // A mention in a channel comes as two events, and each of them again where the answer was lost.
    external_id: `${channel}:${ts}`,
    body: { type: 'message', ...body },
    sender_id: user,
    file_count: filesOf(message).length,
    platform_message_id: ts,
    thread_id,
    begins_thread: kind === 'group' && thread_id === ts,
  })
  nameChat(ctx, seen, user)
}

/** Rule 12: direct messages always; in shared chats a mention, or a thread that began with one or with the bot itself. */
async function isAddressed(ctx: BotContext, message: SlackMessage, bot_user_id: string): Promise<boolean> {
  if (isPrivate(message) || mentions(message, bot_user_id)) return true
  const thread_ts = threadOfReply(message)
  if (thread_ts === undefined) return false
  return message.parent_user_id === bot_user_id || isThreadOfBot(ctx, message.channel, thread_ts)
}

/** What is private of a personal assistant's owner is not for a whole channel. */
const mayAnswerIn = (ctx: BotContext, { kind }: SeenChat): boolean =>
  kind === 'private' || ctx.teammate.owned_by_user_id === null

async function register(ctx: BotContext, seen: SeenChat): Promise<void> {
  if (!mayAnswerIn(ctx, seen)) return
  await registerChat(ctx, seen)
  nameChat(ctx, seen, undefined)
}

/** The first request whose signature fits shows that the signing secret is right. */
async function markReceived(ctx: BotContext): Promise<void> {
  if (dataOf(ctx.bot).has_received_events || ctx.teammate.deleted_at !== null) return
  await updateBot(ctx, ctx.teammate, ctx.bot, { platform_data: mergedData({ has_received_events: true }) })
}

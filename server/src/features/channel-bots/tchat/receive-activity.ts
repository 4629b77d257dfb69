import { and, eq, sql } from 'drizzle-orm'
import type { UpdateReceived } from '#contracts/bot-chats.ts'
import { AppError } from '#platform/error.ts'
import { Reply } from '#platform/route.ts'
import { disableChat } from '../bots/disable-chat.ts'
import { isThreadOfBot } from '../bots/is-thread-of-bot.ts'
import { registerChat } from '../bots/register-chat.ts'
import { storeUpdate } from '../bots/store-update.ts'
import type { TchatContext } from '../context.ts'
import { channelChats } from '../table.ts'
import { FILE_CONSENT, TchatActivity } from './activity.ts'
import { answerConsent } from './files/answer-consent.ts'
import {
  chatIdOf,
  filesOf,
  isByPerson,
  mentionsBot,
  scopeOf,
  senderIdOf,
  threadIdOf,
  titleOf,
} from './read-activity.ts'
import { isSameService } from './read-token.ts'
import { replyReferenceOf } from './reply-reference.ts'

/**
 * Stores what Teams sends to a bot before Teams is answered, which sends again what gets no quick answer. Messages that are not to
 * the bot only show that the chat is there; one that comes a second time is dropped.
 */
export async function receiveActivity(ctx: TchatContext, body: object): Promise<UpdateReceived | Reply<null>> {
  const parsed = TchatActivity.safeParse(body)
  const { serviceUrl, channelId } = (parsed.data ?? body) as { serviceUrl?: unknown; channelId?: unknown }
  // The token vouches for one service and one channel; a body that names another is not what Microsoft has sent.
  const isVouchedFor = typeof serviceUrl === 'string' && isSameService(serviceUrl, ctx.service_url)
  if (!isVouchedFor || channelId !== 'msteams') throw new AppError('forbidden', 'The token is not for this activity')
  if (ctx.organization.status !== 'active') return { ok: true, code: 'ORGANIZATION_INACTIVE' }
  if (!parsed.success) {
    ctx.log.warn({ issues: parsed.error.issues }, 'an activity of Teams could not be read')
    return { ok: true }
  }
  // A deleted teammate may be restored, and its bot with it.
  if (ctx.teammate.deleted_at !== null) return { ok: true }
  const activity = parsed.data
  if (activity.type === 'message') await receiveMessage(ctx, activity)
  if (activity.type === 'conversationUpdate' || activity.type === 'installationUpdate') {
    await receiveMembership(ctx, activity)
  }
  if (activity.type === 'invoke' && activity.name === FILE_CONSENT) {
    await answerConsent(ctx, activity)
    return new Reply(null)
  }
  return { ok: true }
}

const seenIn = (activity: TchatActivity) =>
  ({
    chat_id: chatIdOf(activity),
    kind: scopeOf(activity) === 'personal' ? 'private' : 'group',
    name: titleOf(activity),
  }) as const

async function receiveMessage(ctx: TchatContext, activity: TchatActivity): Promise<void> {
  const { id } = activity
  if (!id || !isByPerson(activity)) return
  const seen = seenIn(activity)
  // The answer would be for all who are there; our package does not ask for such messages.
  if (seen.kind === 'group' && activity.recipient.isTargeted) return
  const thread_id = threadIdOf(activity)
  // Only an explicit mention may be answered with the notice that a shared chat is not enabled (rule 8).
  const isExplicit = seen.kind === 'private' || mentionsBot(activity)
  if (!isExplicit) {
    const { status } = await registerChat(ctx, seen)
    if (status !== 'enabled' || thread_id === undefined || thread_id === id) return
    if (!(await isThreadOfBot(ctx, seen.chat_id, thread_id))) return
  }
  await storeUpdate(
    ctx,
    { ...seen, platform_data: replyReferenceOf(activity) },
    {
      external_id: `${seen.chat_id}:${id}`,
      body: activity,
      sender_id: senderIdOf(activity),
      file_count: filesOf(activity).length,
      platform_message_id: id,
      thread_id,
      begins_thread: thread_id === id,
    },
  )
}

/** A shared chat shows once the bot is in it, and has to be enabled again once the bot was removed. */
async function receiveMembership(ctx: TchatContext, activity: TchatActivity): Promise<void> {
  const { type, action = '', membersAdded = [], membersRemoved = [], recipient } = activity
  const isBot = ({ id }: { id: string }) => id === recipient.id
  const isAdded = type === 'installationUpdate' ? action.startsWith('add') : membersAdded.some(isBot)
  // `remove-upgrade` is followed by `add-upgrade`: the app has a newer version.
  const isRemoved = type === 'installationUpdate' ? action === 'remove' : membersRemoved.some(isBot)
  const seen = seenIn(activity)
  if (seen.kind === 'private') return
  if (isAdded) {
    await registerChat(ctx, { ...seen, platform_data: replyReferenceOf(activity) })
  }
  if (isRemoved) {
    const ids = await chatsOfTeam(ctx, activity)
    for (const chat_id of new Set([seen.chat_id, ...ids])) await disableChat(ctx, chat_id)
  }
}

/** A bot is removed from all channels of a team at once. */
async function chatsOfTeam(ctx: TchatContext, { channelData }: TchatActivity): Promise<string[]> {
  const team_id = channelData?.team?.id
  if (team_id === undefined) return []
  const { employee_id, channel } = ctx.bot
  const rows = await ctx.db
    .select({ chat_id: channelChats.chat_id })
    .from(channelChats)
    .where(
      and(
        eq(channelChats.employee_id, employee_id),
        eq(channelChats.channel, channel),
        sql`${channelChats.platform_data}->>'team_id' = ${team_id}`,
      ),
    )
  return rows.map(({ chat_id }) => chat_id)
}

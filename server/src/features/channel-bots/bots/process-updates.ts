import { AppError } from '#platform/error.ts'
import type { BotContext } from '../context.ts'
import type { ChannelChatRow, ChannelUpdateRow } from '../table.ts'
import { contentOf } from './content-of.ts'
import { type BotPlatform, platformOf } from './define-platform.ts'
import { fetchFiles } from './fetch-files.ts'
import type { Incoming, UpdatesTarget } from './incoming.ts'
import { receiveIncoming } from './receive-incoming.ts'
import { noticesIn } from './texts.ts'

/** Per chat, as in webchat; further messages wait. */
const MESSAGES_PER_MINUTE = 20
/** Notices in a chat that is not enabled; further ones are left out. */
const NOTICES_PER_MINUTE = 5
/** After this many attempts a file that cannot be fetched is left out, so that the text is not lost with it. */
const MAX_FETCH_TRIES = 2

/**
 * Makes updates of a bot a message of a conversation, which the teammate answers (contract, rules 2 to 5, 8 and 9 of chat
 * platforms). Returns the message's id, or null where no message was stored: the sender is not accepted, the chat is not
 * enabled, or the updates have neither text nor files.
 */
export async function processUpdates(
  ctx: BotContext,
  target: UpdatesTarget,
  updates: readonly ChannelUpdateRow[],
): Promise<string | null> {
  const { chat } = target
  const platform = platformOf(chat.channel)
  const incoming = await platform.read(ctx, updates)
  if (!incoming || !(await isAccepted(ctx, platform, incoming))) return null
  const notices = noticesIn(incoming.sender.language)
  const notify = (text: string, is_reply = false) => platform.sendNotice(ctx, chat, { text, about: updates, is_reply })
  if (chat.status === 'disabled') {
    if (await mayNotify(ctx, chat)) await notify(notices.notEnabled)
    return null
  }
  await ctx.ports.checkLimit({ name: `${chat.channel}-messages`, per_minute: MESSAGES_PER_MINUTE }, chat.id)
  const messages = incoming.messages.filter(({ is_opening }) => !is_opening)
  if (messages.length === 0) {
    await notify(notices.greeting(ctx.teammate.name))
    return null
  }

  const wanted = messages.flatMap(({ files }) => files)
  // Fetching files and transcribing speech takes time before the teammate begins.
  if (wanted.length > 0) void platform.showTyping?.(ctx, chat, updates)
  const { files, spoken, hasSkipped } = await fetchFiles(ctx, wanted, (updates[0]?.attempts ?? 0) >= MAX_FETCH_TRIES)
  const content = contentOf(messages, spoken)
  const isReadable = content.input_message !== '' || files.length > 0
  const message_id = isReadable ? await receiveIncoming(ctx, target, { ...incoming, ...content, files, updates }) : null
  if (hasSkipped) await notify(notices.skipped, true)
  else if (!isReadable) await notify(notices.unreadable, true)
  return message_id
}

/** A personal assistant answers its owner alone, where the platform can tell who that is. */
const isAccepted = async (ctx: BotContext, { acceptsSender }: BotPlatform, { sender }: Incoming): Promise<boolean> =>
  ctx.teammate.owned_by_user_id === null || !acceptsSender || acceptsSender(ctx, sender.id)

async function mayNotify(ctx: BotContext, chat: ChannelChatRow): Promise<boolean> {
  try {
    await ctx.ports.checkLimit({ name: `${chat.channel}-notices`, per_minute: NOTICES_PER_MINUTE }, chat.id)
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === 'too_many_requests') return false
    throw error
  }
}

import { type Delivery, UndeliverableError } from '../../conversations/define-channel.ts'
import { nameSources } from '../../conversations/messages/name-sources.ts'
import type { AttachmentRow } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findBotOfConversation } from '../bots/find-bot-of-conversation.ts'
import { sendPart } from '../bots/send-part.ts'
import { splitMarkdown } from '../bots/split-markdown.ts'
import { splitText } from '../bots/split-text.ts'
import { callerOf } from './bot-caller.ts'
import { recordRefusal } from './check-bot.ts'
import { type OutgoingActivity, sendActivity } from './connector-api.ts'
import { offerFiles } from './files/offer-files.ts'
import { readAttached } from './files/read-attached.ts'
import { type ChannelTarget, uploadToChannel } from './files/upload-to-channel.ts'
import { findThread } from './find-thread.ts'
import { MAX_TEXT_LENGTH, mayBeInline, type Text, textActivities, withInline, withList } from './plan-message.ts'
import { readReplyReference, targetOf } from './reply-reference.ts'
import { toTeamsMarkdown } from './teams-markdown.ts'

/**
 * Takes a message to its chat (contract, rule 11 of chat platforms): its text in pieces, pictures within it as far as they fit, and
 * other files as the scope allows: offered in a personal chat, put into the files of a channel, left out in a group chat.
 */
export async function deliverMessage(ctx: OrgContext, delivery: Delivery): Promise<void> {
  const { conversation, teammate, parts, signal } = delivery
  const { chat, bot } = (await findBotOfConversation(ctx, conversation.id)) ?? {}
  if (chat && bot?.status !== 'active') throw new UndeliverableError('No Microsoft Teams bot is connected')
  const reference = chat && readReplyReference(chat)
  if (!bot || !reference) throw new UndeliverableError('The chat is not known')
  const thread_id = reference.scope === 'channel' ? await findThread(ctx, delivery, chat.id) : null
  const target = targetOf(reference, chat.chat_id, thread_id)

  let activities = textActivities(textOf(delivery))
  const others: AttachmentRow[] = []
  for (const file of delivery.attachments) {
    const bytes = mayBeInline(file) ? await readAttached(ctx, file) : null
    const extended = bytes && withInline(target, activities, { ...file, bytes })
    if (extended) activities = extended
    else others.push(file)
  }
  const caller = callerOf(ctx, bot, signal)
  let cards: OutgoingActivity[] = []
  if (others.length > 0 && reference.scope === 'channel') {
    const uploadTarget: ChannelTarget = { chat_id: chat.chat_id, reference }
    activities = withList(target, activities, await uploadToChannel(ctx, caller, teammate, uploadTarget, others))
  }
  if (others.length > 0 && reference.scope === 'personal') {
    cards = await offerFiles(ctx, teammate, chat.chat_id, others)
  }
  const requests = [...activities, ...cards]
  if (requests.length === 0) throw new UndeliverableError('Teams takes no files from a bot in group chats')
  for (const activity of requests.slice(parts.sent)) {
    await sendPart(
      delivery,
      'Microsoft Teams',
      // The bot's token may end while a long message is sent.
      () => sendActivity({ ...caller, now: ctx.now() }, target, activity),
      { onRefusal: (answer) => recordRefusal(ctx, teammate, bot, answer) },
    )
  }
}

/** What a teammate writes is Markdown; what a person has typed is not. */
function textOf({ message, teammate }: Delivery): Text {
  if (message.content === '') return { pieces: [], format: 'markdown' }
  if (message.role !== 'ai') return { pieces: splitText(message.content, MAX_TEXT_LENGTH), format: 'plain' }
  // Citations of files become plain names for contacts; colleagues, such as an assistant's owner, may open the files.
  const isForOwner = teammate.owned_by_user_id !== null
  const content = isForOwner ? message.content : nameSources(message.content, true)
  return { pieces: splitMarkdown(toTeamsMarkdown(content), MAX_TEXT_LENGTH), format: 'markdown' }
}

import { buffer } from 'node:stream/consumers'
import { extendContext } from '#platform/bus/create-context.ts'
import { mapOutsideCode } from '#platform/markdown/blocks.ts'
import { type Delivery, UndeliverableError } from '../../conversations/define-channel.ts'
import { spreadFiles } from '../../conversations/files/spread-files.ts'
import { nameSources } from '../../conversations/messages/name-sources.ts'
import type { AttachmentRow } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { openAttachedBytes } from '../../storage/bytes/open-bytes.ts'
import { findAnsweredUpdate } from '../bots/find-answered-update.ts'
import { sendPart } from '../bots/send-part.ts'
import { splitMarkdown } from '../bots/split-markdown.ts'
import { splitText } from '../bots/split-text.ts'
import { recordRefusal } from './check-bot.ts'
import { findArrived } from './find-arrived.ts'
import { findLatestUpdate } from './find-thread.ts'
import { findBotOfChat } from './organization/find-bot.ts'
import { postMarkdown, postText, type SlackMark, shareFile, uploadFile } from './slack-api.ts'
import type { SlackAnswer } from './slack-call.ts'

/** Slack takes 12,000 characters of Markdown, and counts some of them more than once. */
const MAX_MARKDOWN = 11_500
/** Of plain text, as Slack recommends; it cuts off 40,000. */
const MAX_TEXT = 4000
const UPLOAD_MS = 150_000

/** The form of the words was refused, and they may go as plain text instead. Slack calls a table that it won't show an attachment. */
const WRONG_FORM =
  /^(invalid_(blocks|blocks_format|arguments|attachments|markdown_text)|msg_(blocks_)?too_long|markdown_text_conflict|no_text)$/

const isWrongForm = (answer: SlackAnswer<unknown>): boolean =>
  answer.outcome === 'refused' && WRONG_FORM.test(answer.error)

/**
 * Delivers a message to its chat and thread: the teammate's text as Markdown, people's as plain text; each file by itself.
 */
export async function deliverMessage(ctx: OrgContext, delivery: Delivery): Promise<void> {
  const { message, conversation, teammate, parts, signal } = delivery
  const { config, cipher } = ctx.ports
  const [found, answered] = await Promise.all([
    findBotOfChat(extendContext(ctx, { teammate }), conversation.id),
    findAnsweredUpdate(ctx, delivery),
  ])
  if (!found) throw new UndeliverableError('No Slack app is connected')
  const { channel, bot } = found
  const token = cipher.decrypt(bot.token_sealed)
  const asked =
    answered ?? (await findLatestUpdate(ctx, { employee_id: teammate.id, chat_id: channel, before: message.id }))
  const target = { channel, thread_ts: asked?.thread_id ?? undefined }
  if (parts.isUncertain) await parts.end(await findArrived(ctx, delivery, bot, target))
  // Citations of files become plain names for contacts; colleagues, such as an assistant's owner, may open the files.
  const isForColleague = message.role !== 'ai' || teammate.owned_by_user_id !== null
  const content = isForColleague ? message.content : nameSources(message.content, true)
  if (delivery.attachments.length > 0) await spreadFiles(ctx, delivery)
  // A message without words is the one of its first file.
  const [own] = delivery.attachments
  if (content !== '') await sendWords()
  else if (own && parts.sent === 0) await sendFile(own)

  function send(
    request: () => Promise<SlackAnswer<unknown>>,
    options?: { countsAs?: number; withinMs?: number; isWrongForm?: (answer: SlackAnswer<unknown>) => boolean },
  ): Promise<boolean> {
    const onRefusal = (answer: SlackAnswer<unknown>) => recordRefusal(ctx, teammate, bot, answer)
    return sendPart(delivery, 'Slack', request, { ...options, onRefusal, isResolvedLater: true })
  }

  function markOf(count: number): SlackMark {
    return { message_id: message.id, part: parts.sent, count }
  }

  /** Each piece of Markdown counts as the plain texts that it would be, so that an attempt finds where the last one ended. */
  async function sendWords(): Promise<void> {
    // Text that a person typed is not Markdown.
    const isMarkdown = message.role === 'ai'
    const pieces = isMarkdown ? splitMarkdown(withoutBroadcasts(content), MAX_MARKDOWN) : [content]
    let before = 0
    for (const markdown of pieces) {
      const texts = splitText(markdown, MAX_TEXT)
      const sent = Math.max(0, parts.sent - before)
      const inert = mapOutsideCode(markdown, withoutTokens)
      const post = () => postMarkdown(config, token, { ...target, markdown: inert, mark: markOf(texts.length) }, signal)
      const isSent =
        sent >= texts.length ||
        (isMarkdown && sent === 0 && (await send(post, { countsAs: texts.length, isWrongForm })))
      if (!isSent)
        for (const text of texts.slice(sent))
          await send(() => postText(config, token, { ...target, text, mark: markOf(1) }, signal))
      before += texts.length
    }
  }

  async function sendFile(file: AttachmentRow): Promise<void> {
    const { name, mime_type } = file
    const bytes = await buffer(await openAttachedBytes(ctx, file))
    await send(
      async () => {
        const uploaded = await uploadFile(config, token, { name, mime_type, bytes }, signal)
        if (uploaded.outcome !== 'granted') return uploaded
        return shareFile(config, token, { ...target, file_id: uploaded.value, name }, signal)
      },
      { withinMs: UPLOAD_MS },
    )
  }
}

/** Removes mentions of everyone, so that a contact cannot notify a whole workspace through the teammate. */
const withoutBroadcasts = (markdown: string): string =>
  markdown
    .replaceAll(/<!(channel|here|everyone)(?:\|[^<>]*)?>/g, '@$1')
    .replaceAll(/<!subteam\^[A-Z0-9]+(?:\|@?([^<>]*))?>/g, (_, label = 'group') => `@${label}`)
    // With a sign in their label that ends none.
    .replaceAll(/<!(?=channel|here|everyone|subteam)/g, '&lt;!')

/** Slack hides what is between angle brackets, or shows a link under another address; people, channels and addresses stay. */
const withoutTokens = (text: string): string =>
  text.replaceAll(/<(?!@[A-Z0-9]{1,30}>|#[A-Z0-9]{1,30}>|(?:https?:|mailto:)[^\s|<>]{1,2000}>)/g, '&lt;')

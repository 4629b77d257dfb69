import { type Delivery, NotYetDeliverableError, UndeliverableError } from '../../conversations/define-channel.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { ChannelBotRow } from '../table.ts'
import { dataOf } from './bot-data.ts'
import { readHistory, type SlackSent } from './read-history.ts'
import { MARK_TYPE, type SlackTarget } from './slack-api.ts'

/** Slack's clock and this server's may differ by so much. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** How many parts of a message the request has brought that an earlier attempt ended in: words by their mark, a file by itself. */
export async function findArrived(
  ctx: OrgContext,
  { message, attachments, parts, signal }: Delivery,
  bot: ChannelBotRow,
  target: SlackTarget,
): Promise<number> {
  const { config, cipher } = ctx.ports
  const oldest = new Date(message.created_at.getTime() - CLOCK_TOLERANCE_MS)
  const answer = await readHistory(config, cipher.decrypt(bot.token_sealed), { ...target, oldest }, signal)
  if (answer.outcome === 'limited') {
    throw new NotYetDeliverableError('Slack asks to wait', answer.retry_after_seconds)
  }
  if (answer.outcome === 'refused') {
    throw new UndeliverableError(`It is not known whether Slack has sent it: ${answer.description}`)
  }
  if (answer.outcome !== 'granted') throw new Error(answer.description)
  for (const sent of answer.value) {
    const count = countIn(sent, message.id, parts.sent)
    if (count !== null) return count
  }
  const [file] = attachments
  if (message.content !== '' || !file) return 0
  const { user_id } = dataOf(bot)
  const isThere = ({ user, files = [] }: SlackSent) =>
    user === user_id && files.some(({ name, size }) => name === file.name && size === file.size)
  return answer.value.some(isThere) ? 1 : 0
}

/** Null where it is another message, or another part of this one. */
function countIn({ metadata }: SlackSent, message_id: string, part: number): number | null {
  if (metadata?.event_type !== MARK_TYPE) return null
  const mark = metadata.event_payload
  return mark.message_id === message_id && mark.part === part && typeof mark.count === 'number' ? mark.count : null
}

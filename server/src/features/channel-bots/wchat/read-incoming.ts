import type { Incoming } from '../bots/incoming.ts'
import type { BotContext } from '../context.ts'
import type { ChannelUpdateRow } from '../table.ts'
import { dataOf } from './bot-data.ts'
import { findPerson } from './find-person.ts'
import { filesOf, isPrivate, rawTextOf, SlackMessage } from './read-event.ts'
import { mentionedIn, readText } from './read-text.ts'

/** Others stay the ids that they are. */
const MAX_NAMED_PEOPLE = 20

/** What stored events of Slack say, with the names of the people in them. */
export async function readIncoming(ctx: BotContext, updates: readonly ChannelUpdateRow[]): Promise<Incoming | null> {
  const messages = updates.flatMap(({ body }) => (body ? SlackMessage.parse(body) : []))
  const [first] = messages
  if (!first?.user) return null
  const { user_id: bot_user_id } = dataOf(ctx.bot)
  const texts = messages.map((message) => rawTextOf(message).replaceAll('\u0000', ''))
  const mentioned = mentionedIn(texts.join('\n')).filter((id) => id !== bot_user_id)
  const ids = [...new Set([first.user, ...mentioned])].slice(0, MAX_NAMED_PEOPLE)
  const people = new Map(await Promise.all(ids.map(async (id) => [id, await findPerson(ctx, id)] as const)))
  const sender = people.get(first.user)
  return {
    sender: {
      id: first.user,
      first_name: sender?.first_name ?? sender?.name,
      last_name: sender?.last_name,
      language: sender?.locale,
    },
    sender_name: isPrivate(first) ? undefined : sender?.name,
    messages: messages.map((message, index) => ({
      id: message.ts,
      text: readText(texts[index] ?? '', { bot_user_id, personName: (id) => people.get(id)?.name }),
      files: filesOf(message),
    })),
  }
}

import type { Incoming } from '../bots/incoming.ts'
import type { BotContext } from '../context.ts'
import type { ChannelUpdateRow } from '../table.ts'
import { TchatActivity } from './activity.ts'
import { filesOf, scopeOf, senderIdOf, textOf } from './read-activity.ts'
import { quotedIn } from './read-quotes.ts'

/** What stored activities of one person say. */
export function readIncoming(_ctx: BotContext, updates: readonly ChannelUpdateRow[]): Incoming | null {
  const activities = updates.map(({ body }) => TchatActivity.parse(body))
  const [first] = activities
  if (!first) return null
  const name = first.from.name?.replaceAll(/\s+/g, ' ').trim() ?? ''
  const [, first_name, last_name] = /^(\S+)(?: (.+))?$/.exec(name) ?? []
  return {
    sender: { id: senderIdOf(first), first_name, last_name, language: first.locale },
    sender_name: scopeOf(first) === 'personal' ? undefined : name.slice(0, 64) || undefined,
    messages: activities.map((activity) => ({
      id: activity.id ?? '',
      text: textOf(activity),
      replied_to: quotedIn(activity),
      files: filesOf(activity),
    })),
  }
}

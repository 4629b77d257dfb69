import type { Conversation, Message } from '#contracts/conversations.ts'
import type { Contact, InboxConversation, Operator } from '#contracts/inbox.ts'
import { bucketsOf, type InboxFilter } from '#contracts/inbox-names.ts'
import { byRecency, isLastMessage, lastMessageAt } from '#thread/last-message.ts'
import { type Recent, withEntry, without } from '../../conversation/recent.ts'
import { type CountScope, inboxStateOf, isInScope } from '../../inbox-counts/counts.ts'

/** What a list shows; null means conversations of all owners. */
export type ListScope = CountScope & { filter: InboxFilter | null; label: string | null }
export type InboxList = Recent<InboxConversation>
type OperatorOf = (userId: string) => Operator | null

const shownCharacters = 200

export function isShown(row: InboxConversation, scope: ListScope, viewerId: string): boolean {
  const standing = inboxStateOf(row)
  if (!standing.is_counted || !isInScope(row, scope)) return false
  if (scope.label !== null && !row.labels.some(({ id }) => id === scope.label)) return false
  return scope.filter === null || bucketsOf(standing, viewerId).includes(scope.filter)
}

/** The row where it belongs now: in its place, out of the list, or beyond its loaded end. */
export function placed(list: InboxList, row: InboxConversation, scope: ListScope, viewerId: string): InboxList {
  const others = without(list, row.id)
  if (!isShown(row, scope, viewerId)) return others.entries.length === list.entries.length ? list : others
  const last = others.entries.at(-1)
  if (list.hasMore && last && byRecency(last, row) < 0) return others
  return withEntry(others, row)
}

/** A row, or a whole conversation, after an event. The event has only the id of its owner. */
export function withEvent<R extends InboxConversation>(row: R, change: Conversation, operatorOf: OperatorOf): R {
  const { assigned_user_id } = change
  const isSame = assigned_user_id === (row.assigned_user?.id ?? null)
  const assigned_user = isSame || assigned_user_id === null ? null : operatorOf(assigned_user_id)
  // What is read late must not take the conversation back to before its latest message.
  const last_message_at = later(row.last_message_at, change.last_message_at)
  return { ...row, ...change, last_message_at, assigned_user: isSame ? row.assigned_user : assigned_user }
}

/** A row after a message. An answer that only begins, and an event, are not shown as the last message. */
export function withMessage<R extends InboxConversation>(row: R, message: Message): R {
  if (!isLastMessage(row, message)) return row
  const { id, role, user_id, content, attachments, created_at } = message
  return {
    ...row,
    last_message_at: lastMessageAt(row, message),
    last_message: {
      id,
      role,
      user_id,
      content: content.slice(0, shownCharacters),
      has_attachments: attachments.length > 0,
      created_at,
    },
  }
}

/**
 * A row after its contact got another name, or after another contact got its channel; one without a name is called as its
 * channel calls them.
 */
export function withContact(row: InboxConversation, contact: Contact): InboxConversation {
  const channel = contact.channels.find(({ id }) => id === row.contact_channel_id)
  if (!channel) return row
  const isNamed = contact.first_name || contact.last_name
  const display_name = (!isNamed && channel.auto_name) || contact.display_name
  return { ...row, contact: { id: contact.id, display_name } }
}

/** The conversation before or after the open one; if that has left the list, the neighbors of its old position. */
export function neighbor(ids: readonly string[], open: string | undefined, position: number, step: 1 | -1) {
  const index = open === undefined ? -1 : ids.indexOf(open)
  if (index !== -1) return ids[index + step]
  if (open === undefined) return step === 1 ? ids[0] : ids.at(-1)
  return ids[step === 1 ? Math.min(position, ids.length - 1) : position - 1]
}

function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}

import type { Conversation, Message } from '#contracts/conversations.ts'
import type { MessageDeleted } from '#contracts/inbox.ts'
import type { MessageDelta, ToolActivity } from '#contracts/runs.ts'
import { applyDeltas, applyTool, furtherOn, pushed, type ToolStatus } from './live-message.ts'

/** A page of messages, newest first. `next` says where the page before it begins, in words of its reader. */
export type ThreadPage = { conversation: Conversation | null; data: Message[]; hasMore: boolean; next: string | null }

/** The part of a conversation that is loaded: its newest messages, oldest first, as far as they are known. */
export type Thread = {
  conversation_id: string | null
  conversation: Conversation | null
  messages: Message[]
  /** Deltas that came after a gap, by message; the message has to be read again before they fit. */
  waiting: Record<string, MessageDelta[]>
  older: string | null
  /** Beyond this message something may be missing, because nothing was heard for a while. */
  seam?: string | undefined
}

export type ThreadEvent =
  | { kind: 'message'; message: Message }
  /** A message that was accepted and is known only from what was sent; the real one replaces it. */
  | { kind: 'expected'; message: Message }
  | { kind: 'deleted'; deleted: MessageDeleted }
  | { kind: 'conversation'; conversation: Conversation }
  | { kind: 'delta'; delta: MessageDelta }
  | { kind: 'tool'; status: ToolStatus; activity: ToolActivity }

export function threadOf(page: ThreadPage): Thread {
  return {
    conversation_id: page.conversation?.id ?? null,
    conversation: page.conversation,
    messages: page.data.toReversed(),
    waiting: {},
    older: olderOf(page),
  }
}

/** A conversation of which nothing is known yet: a first message has just opened it, or will. */
export function openedThread(conversationId: string | null): Thread {
  return { conversation_id: conversationId, conversation: null, messages: [], waiting: {}, older: null }
}

/** What was shown, brought up to what the newest page says. */
export function mergeThread(shown: Thread | undefined, page: ThreadPage): Thread {
  const read = threadOf(page)
  if (!shown || shown.conversation_id !== read.conversation_id) return read
  const known = new Map(shown.messages.map((message) => [message.id, message]))
  const joined = read.older === null || read.messages.some(({ id }) => known.has(id) && id <= (shown.seam ?? id))
  const inRead = new Set(read.messages.map(({ id }) => id))
  // Where the page is empty, everything is beyond both of its ends.
  const [oldest, newest] = [read.messages[0]?.id ?? '~', read.messages.at(-1)?.id ?? '']
  const isKept = ({ id }: Message) => !inRead.has(id) && (id > newest || (joined && id < oldest))

  const merged = [...shown.messages.filter(isKept), ...read.messages.map((each) => furtherOn(known.get(each.id), each))]
  const reachesFurther = joined && (shown.messages[0]?.id ?? '~') < oldest
  // What waits for a message that the page would have shown waits for nothing.
  const isAwaited = (id: string) => inRead.has(id) || known.has(id) || id > newest
  return applyWaiting({
    ...read,
    messages: merged.sort(byAge),
    waiting: Object.fromEntries(Object.entries(shown.waiting).filter(([id]) => isAwaited(id))),
    older: reachesFurther ? shown.older : read.older,
  })
}

export function withOlder(thread: Thread, page: ThreadPage): Thread {
  const known = new Set(thread.messages.map(({ id }) => id))
  const older = page.data.toReversed().filter(({ id }) => !known.has(id))
  return applyWaiting({ ...thread, messages: [...older, ...thread.messages], older: olderOf(page) })
}

/** Only the newest messages, so that a long reading does not weigh on the page for ever. */
export function withNewest(thread: Thread, most: number): Thread {
  if (thread.messages.length <= most) return thread
  const messages = thread.messages.slice(-most)
  return { ...thread, messages, older: messages[0]?.id ?? null }
}

/** Everything that was pushed since the last frame, in one step, so that a fast answer costs one render a frame. */
export function applyEvents(thread: Thread, events: readonly ThreadEvent[]): Thread {
  const own = events.filter((event) => conversationOf(event) === thread.conversation_id && isInReach(thread, event))
  if (own.length === 0) return thread
  const messages = new Map(thread.messages.map((message) => [message.id, message]))
  const waiting = { ...thread.waiting }
  let { conversation } = thread
  for (const event of own) {
    if (event.kind === 'conversation') conversation = event.conversation
    if (event.kind === 'message') {
      const { id } = event.message
      if (startsAnew(messages.get(id), event.message)) delete waiting[id]
      messages.set(id, pushed(messages.get(id), event.message))
    }
    if (event.kind === 'deleted') {
      messages.delete(event.deleted.id)
      delete waiting[event.deleted.id]
    }
    if (event.kind === 'expected' && !messages.has(event.message.id)) messages.set(event.message.id, event.message)
    if (event.kind === 'delta') {
      const { message_id } = event.delta
      waiting[message_id] = [...(waiting[message_id] ?? []), event.delta]
    }
    if (event.kind === 'tool') {
      const message = messages.get(event.activity.message_id)
      if (message) messages.set(message.id, applyTool(message, event.status, event.activity))
    }
  }
  const isSame = messages.size === thread.messages.length
  const all = [...messages.values()]
  return applyWaiting({ ...thread, conversation, messages: isSame ? all : all.sort(byAge), waiting })
}

/** True when an answer was begun again: a read that is under way may still bring what was there before. */
export function hasReset(thread: Thread, events: readonly ThreadEvent[]): boolean {
  return events.some(
    (event) =>
      event.kind === 'message' &&
      startsAnew(
        thread.messages.find(({ id }) => id === event.message.id),
        event.message,
      ),
  )
}

function startsAnew(shown: Message | undefined, change: Message): boolean {
  return shown?.status === 'in_progress' && change.status === 'in_progress' && change.stream_index < shown.stream_index
}

/** True while something that was pushed does not fit: the messages have to be read again. */
export function hasGap(thread: Thread): boolean {
  return Object.keys(thread.waiting).length > 0
}

function applyWaiting(thread: Thread): Thread {
  if (!hasGap(thread)) return thread
  const waiting = { ...thread.waiting }
  const messages = thread.messages.map((message) => {
    const deltas = waiting[message.id]
    if (!deltas) return message
    const applied = applyDeltas(message, deltas)
    if (applied.waiting.length > 0) waiting[message.id] = applied.waiting
    else delete waiting[message.id]
    return applied.message
  })
  return { ...thread, messages, waiting }
}

/** False for a message that is older than what was read: it comes, as it is then, with the page that holds it. */
function isInReach({ older, messages: [oldest] }: Thread, event: ThreadEvent): boolean {
  if (older === null || !oldest) return true
  if (event.kind === 'message') return event.message.id >= oldest.id
  return event.kind !== 'delta' || event.delta.message_id >= oldest.id
}

function conversationOf(event: ThreadEvent): string {
  if (event.kind === 'conversation') return event.conversation.id
  if (event.kind === 'delta') return event.delta.conversation_id
  if (event.kind === 'deleted') return event.deleted.conversation_id
  return event.kind === 'tool' ? event.activity.conversation_id : event.message.conversation_id
}

function olderOf(page: ThreadPage): string | null {
  return page.hasMore ? page.next : null
}

/** Ids are made in order of time. */
function byAge(a: Message, b: Message): number {
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

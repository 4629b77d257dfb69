import type { Message } from '#contracts/conversations.ts'
import { omit } from '#contracts/omit.ts'
import type { MessageDelta } from '#contracts/runs.ts'
import type { WebchatConversation, WebchatMessages } from '#contracts/webchat.ts'

/** The loaded part of a conversation: its newest messages, oldest first. */
export type Thread = {
  conversation_id: string | null
  conversation: WebchatConversation | null
  messages: Message[]
  /** Deltas beyond a gap, by message: the messages have to be read again before they fit. */
  waiting: Record<string, MessageDelta[]>
  older: string | null
  /** Beyond this message something may be missing, because nothing was heard for a while; null where nothing can be. */
  seam: string | null
}

export type ThreadEvent =
  /** News is what was not there before: no edit and no feedback. */
  | { kind: 'message'; message: Message; isNew?: true }
  /** As a request was answered with it: what was pushed of it is newer, although it may have come before. */
  | { kind: 'accepted'; message: Message }
  | { kind: 'deleted'; conversation_id: string; message_id: string }
  | { kind: 'conversation'; conversation: WebchatConversation }
  | { kind: 'delta'; delta: MessageDelta }

export const emptyThread = (conversation_id: string | null = null): Thread => ({
  conversation_id,
  conversation: null,
  messages: [],
  waiting: {},
  older: null,
  seam: null,
})

/** Nothing more is heard from here on, until the messages are read again. */
export const withSeam = (thread: Thread): Thread => ({
  ...thread,
  seam: thread.seam ?? thread.messages.at(-1)?.id ?? '',
})

const byAge = (a: Message, b: Message) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
const isGoing = ({ status }: Message) => status === 'in_progress'

/** Of two states of a message the one that is further on: a read may be older than what was pushed meanwhile. */
function furtherOn(shown: Message | undefined, read: Message): Message {
  if (!shown || !isGoing(read)) return read
  return !isGoing(shown) || shown.stream_index > read.stream_index ? shown : read
}

/**
 * What was shown, brought up to what the newest page says, and to what was pushed while that was read: the page may be
 * from before it.
 */
export const withNewest = (
  shown: Thread,
  page: WebchatMessages,
  { pushed = [], isConnected = true }: Reading = {},
): Thread => applyEvents(withPage(shown, page, isConnected), pushed)

/** `isConnected`: from before the page was read on, everything is pushed. */
type Reading = { pushed?: readonly ThreadEvent[]; isConnected?: boolean }

function withPage(shown: Thread, page: WebchatMessages, isConnected: boolean): Thread {
  const { conversation } = page
  const older = page.hasMore ? page.next : null
  const read = page.data.toReversed()
  const [first, last] = [read[0]?.id ?? '', read.at(-1)?.id ?? '']
  const base = { conversation_id: conversation?.id ?? null, conversation, seam: isConnected ? null : last }
  if (shown.conversation_id !== base.conversation_id) return { ...emptyThread(), ...base, messages: read, older }
  const known = new Map(shown.messages.map((message) => [message.id, message]))
  const inRead = new Set(read.map(({ id }) => id))
  // Without an overlap there may be messages between what was shown and the page, and what is older is read again.
  const { seam } = shown
  const isJoined = older === null || read.some(({ id }) => known.has(id) && (seam === null || id <= seam))
  const kept = shown.messages.filter(({ id }) => !inRead.has(id) && (id > last || (isJoined && id < first)))
  const reachesFurther = isJoined && (shown.messages[0]?.id ?? '~') < first
  const waiting = Object.entries(shown.waiting).filter(([id]) => inRead.has(id) || known.has(id) || id > last)
  return applyWaiting({
    ...base,
    messages: [...kept, ...read.map((message) => furtherOn(known.get(message.id), message))].sort(byAge),
    waiting: Object.fromEntries(waiting),
    older: reachesFurther ? shown.older : older,
  })
}

export function withOlder(thread: Thread, page: WebchatMessages): Thread {
  if (page.conversation?.id !== thread.conversation_id) return thread
  const known = new Set(thread.messages.map(({ id }) => id))
  const read = page.data.filter(({ id }) => !known.has(id))
  return { ...thread, messages: [...read, ...thread.messages].sort(byAge), older: page.hasMore ? page.next : null }
}

const conversationOf = (event: ThreadEvent): string => {
  if (event.kind === 'conversation') return event.conversation.id
  if (event.kind === 'delta') return event.delta.conversation_id
  return event.kind === 'deleted' ? event.conversation_id : event.message.conversation_id
}

/** False for a message that is older than what was read: it comes, as it is then, with the page that holds it. */
function isInReach({ older, messages: [oldest] }: Thread, event: ThreadEvent): boolean {
  if (older === null || !oldest) return true
  if (event.kind === 'message' || event.kind === 'accepted') return event.message.id >= oldest.id
  return event.kind !== 'delta' || event.delta.message_id >= oldest.id
}

/** Everything that was pushed since the last time; what belongs to another conversation is left alone. */
export function applyEvents(thread: Thread, events: readonly ThreadEvent[]): Thread {
  const own = events.filter((event) => conversationOf(event) === thread.conversation_id && isInReach(thread, event))
  if (own.length === 0) return thread
  const messages = new Map(thread.messages.map((message) => [message.id, message]))
  const waiting = { ...thread.waiting }
  let { conversation } = thread
  for (const event of own) {
    if (event.kind === 'conversation') conversation = event.conversation
    else if (event.kind === 'deleted') messages.delete(event.message_id)
    else if (event.kind === 'accepted') {
      if (!messages.has(event.message.id)) messages.set(event.message.id, event.message)
    } else if (event.kind === 'message') {
      const { message } = event
      const shown = messages.get(message.id)
      // An answer may be begun again; only an end is final.
      if (shown && !isGoing(shown) && isGoing(message)) continue
      if (shown && isGoing(message) && message.stream_index < shown.stream_index) delete waiting[message.id]
      messages.set(message.id, message)
    } else {
      const { message_id } = event.delta
      waiting[message_id] = [...(waiting[message_id] ?? []), event.delta]
    }
  }
  return applyWaiting({ ...thread, conversation, messages: [...messages.values()].sort(byAge), waiting })
}

/** True while something that was pushed does not fit: the messages have to be read again. */
export const hasGap = ({ waiting }: Thread): boolean => Object.keys(waiting).length > 0

function applyWaiting(thread: Thread): Thread {
  if (!hasGap(thread)) return thread
  const waiting = { ...thread.waiting }
  const messages = thread.messages.map((message) => {
    const deltas = waiting[message.id]
    if (!deltas) return message
    const applied = withDeltas(message, deltas)
    if (applied.waiting.length > 0) waiting[message.id] = applied.waiting
    else delete waiting[message.id]
    return applied.message
  })
  return { ...thread, messages, waiting }
}

/** Takes the deltas that continue the message; what it already holds is ignored, what lies beyond a gap waits. */
function withDeltas(message: Message, deltas: readonly MessageDelta[]) {
  if (!isGoing(message)) return { message, waiting: [] }
  let { content, stream_index } = message
  let reasoning = message.stream_reasoning ?? ''
  const waiting: MessageDelta[] = []
  for (const delta of deltas.toSorted((a, b) => a.index - b.index)) {
    if (delta.index < stream_index) continue
    if (delta.index > stream_index) {
      waiting.push(delta)
      continue
    }
    if (delta.kind === 'text') content += delta.delta
    else reasoning += delta.delta
    stream_index += 1
  }
  if (stream_index === message.stream_index) return { message, waiting }
  return {
    message: {
      ...omit(message, 'waiting_since', 'waiting_for'),
      content,
      stream_index,
      ...(reasoning && { stream_reasoning: reasoning }),
    },
    waiting,
  }
}

import type { Conversation, Message } from '#contracts/conversations.ts'
import type { MessageDelta } from '#contracts/runs.ts'

type Identified = { id: string }

/** A page of messages, newest first. `next` is the cursor of the page before it, where there is one. */
export type ThreadPage<C extends Identified = Conversation> = {
  conversation: C | null
  data: Message[]
  hasMore: boolean
  next: string | null
}

/** The loaded part of a conversation: its newest messages, oldest first. */
export type Thread<C extends Identified = Conversation> = {
  conversation_id: string | null
  conversation: C | null
  messages: Message[]
  /** Deltas that came after a gap, by message; the message has to be read again before they fit. */
  pendingDeltas: Record<string, MessageDelta[]>
  /** The cursor of the page before these messages; null where they begin with the first one. */
  older: string | null
  /** After this message some may be missing, because no events were received for a while; null where none can be. */
  missingAfter: string | null
}

export function emptyThread<C extends Identified = Conversation>(conversation_id: string | null = null): Thread<C> {
  return { conversation_id, conversation: null, messages: [], pendingDeltas: {}, older: null, missingAfter: null }
}

export function threadOf<C extends Identified>(page: ThreadPage<C>): Thread<C> {
  const { conversation, data, hasMore, next } = page
  return {
    ...emptyThread<C>(conversation?.id ?? null),
    conversation,
    messages: data.toReversed(),
    older: hasMore ? next : null,
  }
}

/** No events are received from here on, until the messages are read again. */
export function markDisconnected<C extends Identified>(thread: Thread<C>): Thread<C> {
  return { ...thread, missingAfter: thread.missingAfter ?? thread.messages.at(-1)?.id ?? '' }
}

/** Only the newest messages, so that a page that was scrolled far up does not stay slow. */
export function trimToNewest<C extends Identified>(thread: Thread<C>, count: number): Thread<C> {
  if (thread.messages.length <= count) return thread
  const messages = thread.messages.slice(-count)
  return { ...thread, messages, older: messages[0]?.id ?? null }
}

/** Ids are made in order of time. */
export function byAge(a: Message, b: Message): number {
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

import type { Message } from '#contracts/conversations.ts'
import { applyEvents, type ThreadEvent } from './apply-events.ts'
import { applyPending } from './pending-deltas.ts'
import { newerOf } from './streamed-message.ts'
import { byAge, type Thread, type ThreadPage, threadOf } from './thread.ts'

type Identified = { id: string }

type Reading<C extends Identified> = {
  /** What was pushed while the page was read, which the page may not contain yet. */
  pushed?: readonly ThreadEvent<C>[]
  /** True where events were received since before the page was read: then nothing can be missing after it. */
  isConnected?: boolean
}

/** What was shown, brought up to the newest page and to what was pushed meanwhile. */
export function mergeNewest<C extends Identified>(
  shown: Thread<C> | undefined,
  page: ThreadPage<C>,
  { pushed = [], isConnected = true }: Reading<C> = {},
): Thread<C> {
  const read = threadOf(page)
  const missingAfter = isConnected ? null : (read.messages.at(-1)?.id ?? '')
  return applyEvents({ ...joined(shown, read), missingAfter }, pushed)
}

function joined<C extends Identified>(shown: Thread<C> | undefined, read: Thread<C>): Thread<C> {
  if (!shown || shown.conversation_id !== read.conversation_id) return read
  const known = new Map(shown.messages.map((message) => [message.id, message]))
  // Without an overlap there may be messages between what was shown and the page, and what is older is read again.
  const isJoined =
    read.older === null || read.messages.some(({ id }) => known.has(id) && id <= (shown.missingAfter ?? id))
  const inRead = new Set(read.messages.map(({ id }) => id))
  // Where the page is empty, everything is beyond both of its ends.
  const [oldest, newest] = [read.messages[0]?.id ?? '~', read.messages.at(-1)?.id ?? '']
  const isBeyond = ({ id }: Message) => !inRead.has(id) && (id > newest || (isJoined && id < oldest))
  const reachesFurther = isJoined && (shown.messages[0]?.id ?? '~') < oldest
  // Deltas of a message that the page would contain, and does not, are of no use any more.
  const isExpected = (id: string) => inRead.has(id) || known.has(id) || id > newest
  return applyPending({
    ...read,
    messages: [
      ...shown.messages.filter(isBeyond),
      ...read.messages.map((message) => newerOf(known.get(message.id), message)),
    ].sort(byAge),
    pendingDeltas: Object.fromEntries(Object.entries(shown.pendingDeltas).filter(([id]) => isExpected(id))),
    older: reachesFurther ? shown.older : read.older,
  })
}

/**
 * Adds the page that was read with this cursor. The thread comes back unchanged where it is another one by now, or has
 * begun again since: then messages between the page and the thread would be missing.
 */
export function addOlder<C extends Identified>(thread: Thread<C>, page: ThreadPage<C>, cursor: string): Thread<C> {
  const read = threadOf(page)
  if (read.conversation_id !== thread.conversation_id || thread.older === null || thread.older > cursor) return thread
  const known = new Set(thread.messages.map(({ id }) => id))
  const older = read.messages.filter(({ id }) => !known.has(id))
  return applyPending({ ...thread, messages: [...older, ...thread.messages].sort(byAge), older: read.older })
}

import { applyDeltas } from './streamed-message.ts'
import type { Thread } from './thread.ts'

/** True while a delta does not fit what is loaded: the messages have to be read again. */
export function hasGap({ pendingDeltas }: Pick<Thread, 'pendingDeltas'>): boolean {
  return Object.keys(pendingDeltas).length > 0
}

/** Appends the deltas that fit by now. A message that does not change keeps its identity, so that it is not drawn again. */
export function applyPending<T extends Pick<Thread, 'messages' | 'pendingDeltas'>>(thread: T): T {
  if (!hasGap(thread)) return thread
  const pendingDeltas = { ...thread.pendingDeltas }
  const messages = thread.messages.map((message) => {
    const deltas = pendingDeltas[message.id]
    if (!deltas) return message
    const applied = applyDeltas(message, deltas)
    if (applied.pending.length > 0) pendingDeltas[message.id] = applied.pending
    else delete pendingDeltas[message.id]
    return applied.message
  })
  return { ...thread, messages, pendingDeltas }
}

import type { Conversation, Message } from '#contracts/conversations.ts'
import type { MessageDeleted } from '#contracts/inbox.ts'
import type { MessageDelta, ToolActivity } from '#contracts/runs.ts'
import { applyPending } from './pending-deltas.ts'
import { applyTool, isStreamReset, pushed, type ToolStatus } from './streamed-message.ts'
import { byAge, type Thread } from './thread.ts'

export type ThreadEvent<C extends { id: string } = Conversation> =
  | { kind: 'message'; message: Message }
  /** A message as the response to its sending has it, or as far as it is known from that: a pushed one is newer. */
  | { kind: 'accepted'; message: Message }
  | { kind: 'deleted'; deleted: MessageDeleted }
  | { kind: 'conversation'; conversation: C }
  | { kind: 'delta'; delta: MessageDelta }
  | { kind: 'tool'; status: ToolStatus; activity: ToolActivity }

/** Everything that was pushed since the last frame, in one step, so that a fast answer costs one render a frame. */
export function applyEvents<C extends { id: string }>(thread: Thread<C>, events: readonly ThreadEvent<C>[]): Thread<C> {
  const own = events.filter((event) => conversationOf(event) === thread.conversation_id && isInReach(thread, event))
  if (own.length === 0) return thread
  const messages = new Map(thread.messages.map((message) => [message.id, message]))
  const pendingDeltas = { ...thread.pendingDeltas }
  let { conversation } = thread
  for (const event of own) {
    if (event.kind === 'conversation') conversation = event.conversation
    if (event.kind === 'message') {
      const { message } = event
      const shown = messages.get(message.id)
      if (isStreamReset(shown, message)) delete pendingDeltas[message.id]
      messages.set(message.id, pushed(shown, message))
    }
    if (event.kind === 'accepted' && !messages.has(event.message.id)) messages.set(event.message.id, event.message)
    if (event.kind === 'deleted') {
      messages.delete(event.deleted.id)
      delete pendingDeltas[event.deleted.id]
    }
    if (event.kind === 'delta') {
      const { message_id } = event.delta
      pendingDeltas[message_id] = [...(pendingDeltas[message_id] ?? []), event.delta]
    }
    if (event.kind === 'tool') {
      const message = messages.get(event.activity.message_id)
      if (message) messages.set(message.id, applyTool(message, event.status, event.activity))
    }
  }
  return applyPending({ ...thread, conversation, messages: [...messages.values()].sort(byAge), pendingDeltas })
}

/** False for a message that is older than what was read: it comes, as it is then, with the page that contains it. */
function isInReach(
  { older, messages: [oldest] }: Pick<Thread, 'older' | 'messages'>,
  event: ThreadEvent<{ id: string }>,
): boolean {
  if (older === null || !oldest) return true
  if (event.kind === 'message' || event.kind === 'accepted') return event.message.id >= oldest.id
  return event.kind !== 'delta' || event.delta.message_id >= oldest.id
}

function conversationOf(event: ThreadEvent<{ id: string }>): string {
  if (event.kind === 'conversation') return event.conversation.id
  if (event.kind === 'delta') return event.delta.conversation_id
  if (event.kind === 'deleted') return event.deleted.conversation_id
  return event.kind === 'tool' ? event.activity.conversation_id : event.message.conversation_id
}

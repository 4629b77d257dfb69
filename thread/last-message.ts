import type { Message } from '#contracts/conversations.ts'

type Listed = { id: string; created_at: string; last_message_at: string | null }

/** The order of a list of conversations: the latest message first. */
export function byRecency(a: Listed, b: Listed): number {
  const [first, second] = [a.last_message_at ?? a.created_at, b.last_message_at ?? b.created_at]
  if (first !== second) return first < second ? 1 : -1
  return a.id < b.id ? 1 : -1
}

type Row = { last_message: { id: string } | null; last_message_at: string | null }

/** True for a message that a list shows as the last one of its conversation: it is complete, and not older than what is shown. */
export const isLastMessage = ({ last_message }: Pick<Row, 'last_message'>, { id, role, status }: Message): boolean =>
  role !== 'system' && status !== 'in_progress' && (last_message?.id ?? '') <= id

/** When the last message of a conversation came, once this one is it: never before what is known. */
export function lastMessageAt({ last_message_at }: Pick<Row, 'last_message_at'>, message: Message): string {
  return latest(last_message_at, message.completed_at ?? message.created_at)
}

/** The later of two times, the first of which may be unknown. */
const latest = (a: string | null, b: string): string => (a !== null && a > b ? a : b)

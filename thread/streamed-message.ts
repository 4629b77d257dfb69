import type { Message, ToolCallRecord } from '#contracts/conversations.ts'
import { omit } from '#contracts/omit.ts'
import type { MessageDelta, ToolActivity } from '#contracts/runs.ts'

/** False for an answer that waits for someone or something: what follows may come in days. */
export const isBeingWritten = ({ status, waiting_since }: Pick<Message, 'status' | 'waiting_since'>): boolean =>
  status === 'in_progress' && waiting_since === undefined

/**
 * Appends the deltas that continue the message without a gap. What it already contains is ignored; what comes after a gap
 * stays pending until the message was read again.
 */
export function applyDeltas(
  message: Message,
  deltas: readonly MessageDelta[],
): { message: Message; pending: MessageDelta[] } {
  if (message.status !== 'in_progress') return { message, pending: [] }
  let { content, stream_index } = message
  let reasoning = message.stream_reasoning ?? ''
  const pending: MessageDelta[] = []

  for (const delta of deltas.toSorted((a, b) => a.index - b.index)) {
    if (delta.index < stream_index) continue
    if (delta.index > stream_index) {
      if (pending.at(-1)?.index !== delta.index) pending.push(delta)
      continue
    }
    if (delta.kind === 'text') content += delta.delta
    else reasoning += delta.delta
    stream_index += 1
  }
  if (stream_index === message.stream_index) return { message, pending }
  return {
    message: {
      ...omit(message, 'waiting_since', 'waiting_for'),
      content,
      stream_index,
      ...(reasoning && { stream_reasoning: reasoning }),
    },
    pending,
  }
}

export type ToolStatus = ToolCallRecord['status']

/** A call that has ended stays ended, even when the event of its start comes late. */
export function applyTool(message: Message, status: ToolStatus, activity: ToolActivity): Message {
  if (message.status !== 'in_progress') return message
  const calls = message.stream_tools ?? []
  const known = calls.find(({ call_id }) => call_id === activity.call_id)
  const call: ToolCallRecord = {
    ...known,
    call_id: activity.call_id,
    tool: activity.tool,
    status: known && known.status !== 'running' ? known.status : status,
    ...('input' in activity && { input: activity.input }),
    ...('output' in activity && { output: activity.output }),
    ...(activity.error !== undefined && { output: activity.error }),
  }
  return { ...message, stream_tools: known ? calls.map((one) => (one === known ? call : one)) : [...calls, call] }
}

/** The newer of two states of a message: a read that began before the latest events must not undo them. */
export function newerOf(shown: Message | undefined, read: Message): Message {
  if (!shown || read.status !== 'in_progress') return read
  if (shown.status !== 'in_progress' || shown.stream_index > read.stream_index) return shown
  const tools = mergeTools(shown.stream_tools, read.stream_tools)
  return tools ? { ...read, stream_tools: tools } : read
}

/**
 * The message as the server has just pushed it. Unlike a read it is never late: a lower index means that the answer was
 * begun again, as after the process that wrote it died. Only an end is final.
 */
export function pushed(shown: Message | undefined, change: Message): Message {
  if (!shown || change.status !== 'in_progress') return change
  if (shown.status !== 'in_progress') return shown
  const tools = mergeTools(shown.stream_tools, change.stream_tools)
  return tools ? { ...change, stream_tools: tools } : change
}

/** True when an answer is begun again: a read under way may still bring what was there before. */
export function isStreamReset(shown: Message | undefined, change: Message): boolean {
  return shown?.status === 'in_progress' && change.status === 'in_progress' && change.stream_index < shown.stream_index
}

function mergeTools(shown: ToolCallRecord[] | undefined, read: ToolCallRecord[] | undefined) {
  if (!shown || !read) return read ?? shown
  const settled = new Map(shown.filter(({ status }) => status !== 'running').map((call) => [call.call_id, call]))
  const fresh = shown.filter(({ call_id }) => !read.some((call) => call.call_id === call_id))
  return [...read.map((call) => (call.status === 'running' ? (settled.get(call.call_id) ?? call) : call)), ...fresh]
}

import type { Conversation, Message } from '#contracts/conversations.ts'
import type { MessageDelta, ToolActivity } from '#contracts/runs.ts'
import type { ThreadEvent } from './apply-events.ts'
import { type Thread, type ThreadPage, threadOf } from './thread.ts'

// Samples for tests of threads: one conversation, and an answer in it that grows.

export const conversationId = id(1)

export function id(number: number): string {
  return `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`
}

export function message(fields: Partial<Message> = {}): Message {
  return {
    id: id(10),
    organization_id: id(2),
    conversation_id: conversationId,
    channel: 'employee_chat',
    role: 'ai',
    status: 'in_progress',
    content: '',
    stream_index: 0,
    attachments: [],
    contact_channel_id: null,
    employee_id: id(3),
    user_id: null,
    run_id: id(4),
    client_message_id: null,
    reaction: null,
    feedback_comment: null,
    is_stopped: false,
    error: null,
    error_code: null,
    created_at: '2026-11-20T10:00:00.000Z',
    completed_at: null,
    generation_ms: null,
    ...fields,
  }
}

export function pageOf(messages: Message[], next: string | null = null): ThreadPage {
  const conversation = { id: conversationId } as Conversation
  return { conversation, data: messages.toReversed(), hasMore: next !== null, next }
}

export function delta(index: number, text = `${index} `, fields: Partial<MessageDelta> = {}): ThreadEvent {
  const ids = { run_id: id(4), conversation_id: conversationId, message_id: id(10) }
  return { kind: 'delta', delta: { ...ids, index, kind: 'text', delta: text, ...fields } }
}

export function tool(status: 'running' | 'done' | 'failed', fields: Partial<ToolActivity> = {}): ThreadEvent {
  const ids = { run_id: id(4), conversation_id: conversationId, message_id: id(10) }
  return { kind: 'tool', status, activity: { ...ids, call_id: 'call', tool: 'storage.search', ...fields } }
}

/** A finished message that has its number as its text. */
export function numbered(number: number, content = `${number}`): Message {
  return message({ id: id(number), role: 'operator', status: 'completed', content })
}

export const whole = (fields: Partial<Message>): ThreadEvent => ({ kind: 'message', message: message(fields) })
export const streaming = (fields: Partial<Message> = {}) => threadOf(pageOf([message(fields)]))
export const contentOf = (thread: Thread) => thread.messages.map(({ content }) => content)

import type { Channel } from '#contracts/conversations.ts'
import type { MessageRow } from '../table.ts'

/** What most messages have nothing of. */
export const emptyMessage = {
  status: 'completed' as const,
  content: '',
  stream_index: 0,
  stream_reasoning: null,
  stream_tools: null,
  model_fallback: null,
  contact_channel_id: null,
  sender_name: null,
  employee_id: null,
  user_id: null,
  run_id: null,
  client_message_id: null,
  reaction: null,
  feedback_comment: null,
  system_event: null,
  edited_at: null,
  is_stopped: false,
  waiting_since: null,
  waiting_for: null,
  error: null,
  error_code: null,
  completed_at: null,
  generation_ms: null,
  deleted_at: null,
}

/** A question and its unfinished answer as they were just written, so that they need not be read. */
export function newMessageRows(written: {
  organization_id: string
  conversation_id: string
  contact_channel_id: string
  channel: Channel
  message_id: string
  assistant_message_id: string
  employee_id: string
  run_id: string
  content: string
  sender_name: string | null
  client_message_id: string | null
  now: Date
}): { question: MessageRow; answer: MessageRow } {
  const { organization_id, conversation_id, channel, run_id, now } = written
  const both = { ...emptyMessage, organization_id, conversation_id, channel, run_id, created_at: now }
  return {
    question: {
      ...both,
      id: written.message_id,
      role: 'contact',
      content: written.content,
      contact_channel_id: written.contact_channel_id,
      sender_name: written.sender_name,
      client_message_id: written.client_message_id,
      completed_at: now,
    },
    answer: {
      ...both,
      id: written.assistant_message_id,
      role: 'ai',
      status: 'in_progress',
      employee_id: written.employee_id,
    },
  }
}

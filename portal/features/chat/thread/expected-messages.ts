import type { Attachment, Message } from '#contracts/conversations.ts'
import type { InternalMessageAccepted } from '#contracts/internal-chat.ts'
import { randomId } from '../../../lib/random-id.ts'
import type { Session } from '../../../lib/session.ts'

type Sent = { clientId: string; text: string; files: readonly File[]; employeeId: string }

/** A question that was accepted and the answer that is to come, as far as they are known before they are pushed. */
export function expectedMessages(
  accepted: InternalMessageAccepted,
  { clientId, text, files, employeeId }: Sent,
  { user, organization }: Pick<Session, 'user' | 'organization'>,
): Message[] {
  const common = {
    organization_id: organization.id,
    conversation_id: accepted.conversation_id,
    channel: 'employee_chat',
    stream_index: 0,
    contact_channel_id: null,
    employee_id: employeeId,
    run_id: accepted.run_id,
    client_message_id: null,
    reaction: null,
    feedback_comment: null,
    is_stopped: false,
    error: null,
    error_code: null,
    created_at: new Date().toISOString(),
    completed_at: null,
    generation_ms: null,
  } as const
  const question: Message = {
    ...common,
    id: accepted.message_id,
    client_message_id: clientId,
    role: 'contact',
    status: 'completed',
    content: text,
    attachments: files.map(expectedAttachment),
    user_id: user.id,
  }
  // An operator has the chat, and no teammate answers.
  if (accepted.assistant_message_id === null) return [question]
  const answer: Message = {
    ...common,
    id: accepted.assistant_message_id,
    role: 'ai',
    status: 'in_progress',
    content: '',
    attachments: [],
    user_id: null,
  }
  return [question, answer]
}

function expectedAttachment(file: File): Attachment {
  return {
    id: randomId(),
    name: file.name,
    mime_type: file.type,
    size: file.size,
    is_encrypted: false,
    url: URL.createObjectURL(file),
  }
}

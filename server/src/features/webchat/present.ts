import type { Message } from '#contracts/conversations.ts'
import { omit } from '#contracts/omit.ts'
import type { WebchatConversation } from '#contracts/webchat.ts'
import type { Context } from '#platform/context.ts'
import { nameSources } from '../conversations/messages/name-sources.ts'
import type { ConversationRow } from '../conversations/table.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { attachmentUrl } from './talk/attachment-url.ts'

type Described = Pick<WebchatConversation, 'operator_name' | 'ai_agent_enabled' | 'last_message'>

export const presentWebchatConversation = (
  row: ConversationRow,
  teammate: Pick<TeammateRow, 'id' | 'name'>,
  described: Described,
): WebchatConversation => ({
  id: row.id,
  title: row.title ?? row.temporary_title,
  conversation_icon_id: row.conversation_icon_id,
  status: row.status,
  ai_employee: { id: teammate.id, name: teammate.name },
  has_assigned_operator: row.assigned_user_id !== null,
  operator_name: described.operator_name,
  ai_agent_enabled: described.ai_agent_enabled,
  last_message_at: row.last_message_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  last_message: described.last_message,
  is_deleted: row.deleted_at !== null,
})

/** What a teammate says, as its visitor reads it. */
const readable = ({ role, status, content, stream_reasoning, waiting_since }: Message) => {
  if (role !== 'ai') return { content }
  // Where the answer waits, its end is the question, and nothing follows that could make a place of it.
  const isComplete = status !== 'in_progress' || waiting_since !== undefined
  return {
    content: nameSources(content, isComplete),
    ...(stream_reasoning && { stream_reasoning: nameSources(stream_reasoning, isComplete) }),
  }
}

/**
 * Who works for the organization, on which models, in which files and what went wrong inside is nothing for visitors; the code of a
 * failure is. Tool activity is there where the teammate shows its thinking, as the contract says; the widget does not show it.
 */
export function showToVisitor(ctx: Context, message: Message): Message {
  // Whether a tool may be called is for those who look after the conversation.
  const waiting_for = message.waiting_for?.kind === 'approval' ? null : message.waiting_for
  const attachments = message.attachments.map((file) => ({
    ...file,
    url: attachmentUrl(ctx, { organization_id: message.organization_id, id: file.id }),
  }))
  return {
    ...omit(message, 'model_fallback', 'content_payload', 'delivery'),
    ...readable(message),
    ...(waiting_for !== undefined && { waiting_for }),
    attachments,
    user_id: null,
    error: null,
  }
}

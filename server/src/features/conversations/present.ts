import { and, eq, inArray } from 'drizzle-orm'
import type { Attachment, Conversation, Message } from '#contracts/conversations.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type AttachmentRow, attachments, type ConversationRow, type MessageRow } from './table.ts'

export function presentConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    organization_id: row.organization_id,
    ai_employee_id: row.employee_id,
    contact_channel_id: row.contact_channel_id,
    channel: row.channel,
    title: row.title,
    temporary_title: row.temporary_title,
    title_source: row.title_source,
    conversation_icon_id: row.conversation_icon_id,
    status: row.status,
    has_assigned_operator: row.assigned_user_id !== null,
    automation_enabled: row.automation_enabled,
    last_message_at: row.last_message_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}

type PresentableFile = Omit<AttachmentRow, 'created_at'>

const presentAttachment = (row: PresentableFile): Attachment => ({
  id: row.id,
  name: row.name,
  mime_type: row.mime_type,
  size: row.size,
  is_encrypted: row.is_encrypted,
  url: `/shared/attachments/${row.organization_id}/attachment/${row.id}`,
})

/** Reasoning and tool activity are left out where the teammate's `Show thinking` is off. */
export function presentMessage(
  row: MessageRow,
  files: PresentableFile[],
  { show_thinking }: { show_thinking: boolean },
): Message {
  return {
    id: row.id,
    organization_id: row.organization_id,
    conversation_id: row.conversation_id,
    channel: row.channel,
    role: row.role,
    status: row.status,
    content: row.content,
    stream_index: row.stream_index,
    ...(show_thinking && row.stream_reasoning && { stream_reasoning: row.stream_reasoning }),
    ...(show_thinking && row.stream_tools && { stream_tools: row.stream_tools }),
    attachments: files.map(presentAttachment),
    contact_channel_id: row.contact_channel_id,
    employee_id: row.employee_id,
    user_id: row.user_id,
    run_id: row.run_id,
    client_message_id: row.client_message_id,
    reaction: row.reaction,
    feedback_comment: row.feedback_comment,
    error: row.error,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    generation_ms: row.generation_ms,
  }
}

/** Presents messages with their attachments, read in one query for all of them. */
export async function presentMessages(
  ctx: OrgContext,
  rows: MessageRow[],
  how: { show_thinking: boolean },
): Promise<Message[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const files = await ctx.db
    .select()
    .from(attachments)
    .where(and(eq(attachments.organization_id, ctx.organization.id), inArray(attachments.message_id, ids)))
  return rows.map((row) =>
    presentMessage(
      row,
      files.filter(({ message_id }) => message_id === row.id),
      how,
    ),
  )
}

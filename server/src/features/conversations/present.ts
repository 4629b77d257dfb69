import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Attachment, ContentPayload, Conversation, Message, MessageDelivery } from '#contracts/conversations.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type MessagePayloadRow, messagePayloads } from './messages/table.ts'
import {
  type AttachmentRow,
  attachments,
  type ConversationRow,
  type MessageDeliveryRow,
  type MessageRow,
  messageDeliveries,
} from './table.ts'

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
    assigned_user_id: row.assigned_user_id,
    unanswered_since: row.unanswered_since?.toISOString() ?? null,
    automation_enabled: row.automation_enabled,
    ...(row.ms_teams_meta && { ms_teams_meta: row.ms_teams_meta }),
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

/** Reasoning and tool activity are left out where the teammate's `Show thinking` is off; `large` is what that refers to. */
export function presentMessage(
  row: MessageRow,
  files: PresentableFile[],
  { show_thinking }: { show_thinking: boolean },
  large: ContentPayload[] = [],
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
    ...(show_thinking && large.length > 0 && { content_payload: large }),
    attachments: files.map(presentAttachment),
    ...(row.model_fallback && { model_fallback: row.model_fallback }),
    contact_channel_id: row.contact_channel_id,
    ...(row.sender_name && { sender_name: row.sender_name }),
    employee_id: row.employee_id,
    user_id: row.user_id,
    run_id: row.run_id,
    client_message_id: row.client_message_id,
    ...(row.channel === 'msgr' &&
      row.role === 'contact' &&
      row.client_message_id && { tg_message_hash: row.client_message_id }),
    reaction: row.reaction,
    feedback_comment: row.feedback_comment,
    is_stopped: row.is_stopped,
    ...(row.waiting_since && { waiting_since: row.waiting_since.toISOString(), waiting_for: row.waiting_for }),
    ...(row.system_event && { system_event: row.system_event }),
    ...(row.edited_at && { edited_at: row.edited_at.toISOString() }),
    error: row.error,
    error_code: row.error_code,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    generation_ms: row.generation_ms,
  }
}

/** Attachments of messages. A lateral join per message, so that the plan uses the index however many ids there are. */
const filesOf = defineStatement(
  'files_of_messages',
  { organization_id: 'uuid', ids: 'uuid[]' },
  (p) => sql<AttachmentRow>`
  select file.* from unnest(${p.ids}) as wanted(id) cross join lateral (
    select * from ${attachments} where organization_id = ${p.organization_id} and message_id = wanted.id offset 0) as file`,
)

/** Presents messages with what belongs to them, read in one query a kind for all of them. */
export async function presentMessages(
  ctx: OrgContext,
  rows: MessageRow[],
  { show_thinking, delivers = false }: { show_thinking: boolean; delivers?: boolean },
): Promise<Message[]> {
  if (rows.length === 0) return []
  const organization_id = ctx.organization.id
  const ids = rows.map(({ id }) => id)
  const withTools = show_thinking ? rows.filter(({ stream_tools }) => stream_tools).map(({ id }) => id) : []
  const files = await filesOf(ctx.db, { organization_id, ids })
  const payloads = await listPayloads(ctx, withTools)
  const deliveries = delivers
    ? await ctx.db.select().from(messageDeliveries).where(inArray(messageDeliveries.message_id, ids))
    : []
  return rows.map((row) => {
    const isOwn = ({ message_id }: { message_id: string }) => message_id === row.id
    const delivery = deliveries.find(isOwn)
    const large = payloads.filter(isOwn).map(presentPayload)
    return {
      ...presentMessage(row, files.filter(isOwn), { show_thinking }, large),
      ...(delivery && { delivery: presentDelivery(delivery) }),
    }
  })
}

const presentDelivery = (row: MessageDeliveryRow): MessageDelivery => ({
  state: row.state,
  withdrawn_because: row.withdrawn_because,
  attempts: row.attempts,
  last_error: row.last_error,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  delivered_at: row.delivered_at?.toISOString() ?? null,
  may_have_arrived: row.part_begun && row.state !== 'delivered',
})

type PayloadReference = Pick<MessagePayloadRow, 'organization_id' | 'message_id' | 'call_id' | 'kind' | 'size'>

export const presentPayload = ({
  organization_id,
  message_id,
  call_id,
  kind,
  size,
}: PayloadReference): ContentPayload => ({
  call_id,
  kind,
  size,
  url: `/api/organizations/${organization_id}/messages/${message_id}/payloads/${encodeURIComponent(call_id)}/${kind}`,
})

/** Without the payloads themselves. */
export async function listPayloads(ctx: OrgContext, message_ids: string[]): Promise<PayloadReference[]> {
  if (message_ids.length === 0) return []
  const { organization_id, message_id, call_id, kind, size } = messagePayloads
  return ctx.db
    .select({ organization_id, message_id, call_id, kind, size })
    .from(messagePayloads)
    .where(and(eq(organization_id, ctx.organization.id), inArray(message_id, message_ids)))
}

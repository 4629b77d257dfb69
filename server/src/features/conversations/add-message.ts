import { eq, sql } from 'drizzle-orm'
import type { SystemEvent } from '#contracts/conversations.ts'
import type { OrgContext } from '../organizations/context.ts'
import { attachFiles } from './attach-files.ts'
import { channelOf } from './define-channel.ts'
import { searchedText } from './searched-text.ts'
import {
  type AttachmentRow,
  type ConversationRow,
  conversations,
  type MessageRow,
  messageDeliveries,
  messages,
  messageTexts,
} from './table.ts'
import { temporaryTitle } from './temporary-title.ts'

export type NewMessage = {
  content: string
  files?: Pick<AttachmentRow, 'name' | 'mime_type' | 'size' | 'hash' | 'is_encrypted'>[]
  client_message_id?: string | undefined
} & (
  | { role: 'contact' }
  | { role: 'operator'; user_id: string }
  | { role: 'bot' }
  | { role: 'system'; system_event: SystemEvent }
)

export type Added = {
  message: MessageRow
  files: AttachmentRow[]
  conversation: ConversationRow
  is_to_deliver: boolean
}

/**
 * A message that no run answers or has written: in a transaction, on a conversation that the caller has locked. What an
 * operator or the program itself says is delivered where the channel delivers.
 */
export async function addMessage(ctx: OrgContext, conversation: ConversationRow, said: NewMessage): Promise<Added> {
  const { role, content, files = [], client_message_id = null } = said
  const organization_id = ctx.organization.id
  const now = ctx.now()
  const [message] = await ctx.db
    .insert(messages)
    .values({
      organization_id,
      conversation_id: conversation.id,
      channel: conversation.channel,
      role,
      content,
      client_message_id,
      contact_channel_id: role === 'contact' ? conversation.contact_channel_id : null,
      employee_id: role === 'bot' ? conversation.employee_id : null,
      user_id: role === 'operator' ? said.user_id : null,
      system_event: role === 'system' ? said.system_event : null,
      created_at: now,
      completed_at: now,
    })
    .returning()
  if (!message) throw new Error('The message was not written')
  const attached = await attachFiles(ctx, message.id, files)
  if (role !== 'system' && content !== '' && channelOf(conversation).searchable) {
    await ctx.db.insert(messageTexts).values({
      organization_id,
      contact_channel_id: conversation.contact_channel_id,
      employee_id: conversation.employee_id,
      message_id: message.id,
      conversation_id: conversation.id,
      text: searchedText(content),
    })
  }
  const is_to_deliver = conversation.delivers_by !== null && content !== '' && (role === 'operator' || role === 'bot')
  if (is_to_deliver && conversation.delivers_by) {
    await ctx.db.insert(messageDeliveries).values({
      organization_id,
      message_id: message.id,
      conversation_id: conversation.id,
      channel: conversation.delivers_by,
      next_attempt_at: now,
      created_at: now,
    })
  }
  return { message, files: attached, conversation: await touch(ctx, conversation, said), is_to_deliver }
}

/** What a message changes of its conversation; one that only says what happened changes nothing. */
async function touch(ctx: OrgContext, conversation: ConversationRow, said: NewMessage): Promise<ConversationRow> {
  if (said.role === 'system') return conversation
  const isOwned = conversation.assigned_user_id !== null
  const title = said.role === 'contact' ? temporaryTitle(said.content || (said.files?.[0]?.name ?? '')) : null
  const [row] = await ctx.db
    .update(conversations)
    .set({
      last_message_at: ctx.now(),
      temporary_title: sql`coalesce(${conversations.temporary_title}, ${title})`,
      ...(said.role === 'operator' && { unanswered_since: null }),
      ...(said.role === 'contact' && isOwned && { unanswered_since: conversation.unanswered_since ?? ctx.now() }),
    })
    .where(eq(conversations.id, conversation.id))
    .returning()
  if (!row) throw new Error('The conversation is gone')
  return row
}

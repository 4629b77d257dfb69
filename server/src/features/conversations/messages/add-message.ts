import { sql } from 'drizzle-orm'
import type { SystemEvent } from '#contracts/conversations.ts'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { channelOf } from '../define-channel.ts'
import { deliveryDue } from '../events.ts'
import { attachFiles } from '../files/attach-files.ts'
import {
  type AttachmentRow,
  type ConversationRow,
  conversations,
  type MessageRow,
  messageDeliveries,
  messages,
  messageTexts,
} from '../table.ts'
import { temporaryTitle } from '../titles/temporary-title.ts'
import { emptyMessage } from './new-message-rows.ts'
import { searchedText } from './searched-text.ts'

export type NewMessage = {
  content: string
  files?: Pick<AttachmentRow, 'name' | 'mime_type' | 'size' | 'hash' | 'is_encrypted'>[]
  client_message_id?: string | undefined
} & (
  | {
      role: 'contact'
      /** The participant who wrote it; absent: the one with whom the conversation was opened. */
      contact_channel_id?: string | undefined
      /** Their name, in a group chat. */
      sender_name?: string | undefined
    }
  | { role: 'operator'; user_id: string }
  | { role: 'bot' }
  | { role: 'system'; system_event: SystemEvent }
)

type Added = {
  message: MessageRow
  files: AttachmentRow[]
  conversation: ConversationRow
}

/**
 * Writes a message with its search text and updates its conversation. One statement in place of three round
 * trips. A system message changes nothing of its conversation.
 */
const write = defineStatement(
  'add_message',
  {
    id: 'uuid',
    organization_id: 'uuid',
    conversation_id: 'uuid',
    channel: 'text?',
    role: 'text',
    content: 'text',
    client_message_id: 'uuid?',
    contact_channel_id: 'uuid?',
    sender_name: 'text?',
    employee_id: 'uuid?',
    user_id: 'uuid?',
    system_event: 'jsonb?',
    now: 'timestamptz',
    // The owner and the text of the search index.
    searched_text: 'text?',
    searched_contact_channel_id: 'uuid',
    searched_employee_id: 'uuid',
    // What it changes of its conversation.
    temporary_title: 'text?',
    unanswered_since: 'timestamptz?',
  },
  (p) => sql<ConversationRow>`
  with new_message as (
    insert into ${messages} (id, organization_id, conversation_id, channel, role, content, client_message_id,
      contact_channel_id, sender_name, employee_id, user_id, system_event, created_at, completed_at)
    values (${p.id}, ${p.organization_id}, ${p.conversation_id}, ${p.channel}, ${p.role}, ${p.content},
      ${p.client_message_id}, ${p.contact_channel_id}, ${p.sender_name}, ${p.employee_id}, ${p.user_id},
      ${p.system_event}, ${p.now}, ${p.now})
  ), texts as (
    insert into ${messageTexts} (message_id, organization_id, contact_channel_id, employee_id, conversation_id, text)
    select ${p.id}, ${p.organization_id}, ${p.searched_contact_channel_id}, ${p.searched_employee_id},
      ${p.conversation_id}, ${p.searched_text}
    where ${p.searched_text} is not null
  )
  update ${conversations} set last_message_at = ${p.now}, unanswered_since = ${p.unanswered_since},
    temporary_title = coalesce(temporary_title, ${p.temporary_title})
  where id = ${p.conversation_id} and ${p.role} <> 'system'
  returning *`,
)

/**
 * A message that no run answers or has written: in a transaction, on a conversation that the caller has locked. What an
 * operator or the program itself says is delivered where the channel delivers.
 */
export async function addMessage(ctx: OrgContext, conversation: ConversationRow, given: NewMessage): Promise<Added> {
  const { role, content, files = [], client_message_id = null } = given
  const organization_id = ctx.organization.id
  const now = ctx.now()
  const message: MessageRow = {
    ...emptyMessage,
    id: newId(),
    organization_id,
    conversation_id: conversation.id,
    channel: conversation.channel,
    role,
    content,
    client_message_id,
    contact_channel_id: role === 'contact' ? (given.contact_channel_id ?? conversation.contact_channel_id) : null,
    sender_name: role === 'contact' ? (given.sender_name ?? null) : null,
    employee_id: role === 'bot' ? conversation.employee_id : null,
    user_id: role === 'operator' ? given.user_id : null,
    system_event: role === 'system' ? given.system_event : null,
    created_at: now,
    completed_at: now,
  }
  const isSearched = role !== 'system' && content !== '' && channelOf(conversation).searchable
  const [changed = conversation] = await write(ctx.db, {
    ...message,
    system_event: message.system_event && toJson(message.system_event),
    now,
    searched_text: isSearched ? searchedText(content) : null,
    searched_contact_channel_id: conversation.contact_channel_id,
    searched_employee_id: conversation.employee_id,
    temporary_title: role === 'contact' ? temporaryTitle(content || (files[0]?.name ?? '')) : null,
    unanswered_since: unansweredAfter(conversation, role, now),
  })
  const attached = await attachFiles(ctx, message.id, files)
  if (conversation.delivers_by && content !== '' && (role === 'operator' || role === 'bot')) {
    await ctx.db.insert(messageDeliveries).values({
      organization_id,
      message_id: message.id,
      conversation_id: conversation.id,
      channel: conversation.delivers_by,
      next_attempt_at: now,
      created_at: now,
    })
    await ctx.emit(deliveryDue, { organization_id: ctx.organization.id, message_id: message.id })
  }
  return { message, files: attached, conversation: changed }
}

/** Since when a contact waits for the operator who has the conversation, after this message. */
function unansweredAfter(
  { assigned_user_id, unanswered_since }: ConversationRow,
  role: NewMessage['role'],
  now: Date,
): Date | null {
  if (role === 'operator') return null
  return role === 'contact' && assigned_user_id !== null ? (unanswered_since ?? now) : unanswered_since
}

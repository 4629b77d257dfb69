import { and, eq, isNull } from 'drizzle-orm'
import { addMessage } from '../conversations/add-message.ts'
import { announceConversation, inboxStateOf } from '../conversations/announce-conversation.ts'
import { announceMessage } from '../conversations/announce-message.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { presentMessage } from '../conversations/present.ts'
import { type ConversationRow, conversations, type MessageRow } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { aboutMessage, type SendMessage } from './answers/reply.ts'
import { checkMessage } from './messages/check-message.ts'
import { openPlace } from './messages/open-place.ts'
import { type StoredFile, storeFiles } from './messages/store-files.ts'

/** `conversation`: as the message left it. */
export type Kept = { run: null; answer: null; question: MessageRow; conversation: ConversationRow }

/** Whether a teammate says nothing in a conversation, because a person has it or its automation is off. */
export const isSilent = ({ assigned_user_id, automation_enabled }: ConversationRow): boolean =>
  assigned_user_id !== null || !automation_enabled

/** The conversation that a message is for, where there is one. */
export async function findAddressed(
  ctx: OrgContext,
  { to, key, teammate }: SendMessage,
): Promise<ConversationRow | null> {
  const which =
    'conversation_id' in to
      ? eq(conversations.id, to.conversation_id)
      : to.open.external_id === null
        ? null
        : and(
            eq(conversations.employee_id, teammate.id),
            eq(conversations.channel, key.channel),
            eq(conversations.channel_name, key.channel_name),
            eq(conversations.external_id, to.open.external_id),
          )
  if (!which) return null
  const [row] = await ctx.db
    .select()
    .from(conversations)
    .where(and(eq(conversations.organization_id, ctx.organization.id), which, isNull(conversations.deleted_at)))
  return row ?? null
}

/**
 * Keeps a message that no teammate is to answer. Null where the teammate was given the conversation back meanwhile; with
 * `anyway` it is kept all the same.
 */
export async function saveWithoutAnswer(
  ctx: OrgContext,
  id: string,
  sent: SendMessage,
  { anyway = false } = {},
): Promise<Kept | null> {
  checkMessage(sent)
  const files = await storeFiles(ctx, sent)
  return ctx.transaction(async (ctx) => {
    const { contact_channel_id } = await openPlace(ctx, sent)
    const conversation = await lockConversation(ctx, id)
    return anyway || isSilent(conversation)
      ? saveWithoutAnswerIn(ctx, conversation, sent, { files, contact_channel_id })
      : null
  })
}

/** Writes a message without an answer into a conversation that the caller has locked. */
export async function saveWithoutAnswerIn(
  ctx: OrgContext,
  conversation: ConversationRow,
  sent: SendMessage,
  { files, contact_channel_id }: { files: StoredFile[]; contact_channel_id: string | undefined },
): Promise<Kept> {
  const about = aboutMessage(sent, conversation.contact_channel_id)
  const added = await addMessage(ctx, conversation, {
    role: 'contact',
    contact_channel_id,
    sender_name: sent.sender_name,
    content: sent.message,
    files,
    client_message_id: sent.client_message_id,
  })
  await announceMessage(ctx, presentMessage(added.message, added.files, sent.teammate), about)
  await announceConversation(ctx, added.conversation, about, inboxStateOf(conversation))
  return { run: null, answer: null, question: added.message, conversation: added.conversation }
}

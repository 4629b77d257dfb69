import { announceConversation, inboxStateOf } from '../conversations/announce-conversation.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { addMessage } from '../conversations/messages/add-message.ts'
import { announceMessage } from '../conversations/messages/announce-message.ts'
import { presentMessage } from '../conversations/present.ts'
import type { AttachmentRow, ConversationRow, MessageRow } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { partiesOfMessage, type SendMessage } from './answers/reply.ts'
import { checkMessage } from './messages/check-message.ts'
import { findOrOpenConversation } from './messages/find-or-open-conversation.ts'
import { type StoredFile, storeFiles } from './messages/store-files.ts'

/** `conversation`: its row after the message. */
export type SavedMessage = {
  run: null
  answer: null
  question: MessageRow
  attached: AttachmentRow[]
  conversation: ConversationRow
}

/** Whether the teammate does not answer in a conversation, because an operator has it or automation is off. */
export const isSilent = ({ assigned_user_id, automation_enabled }: ConversationRow): boolean =>
  assigned_user_id !== null || !automation_enabled

/**
 * Stores a message that no teammate is to answer. Null where the conversation was handed back to the teammate meanwhile; with
 * `anyway` it is stored all the same.
 */
export async function saveWithoutAnswer(
  ctx: OrgContext,
  id: string,
  sent: SendMessage,
  { anyway = false } = {},
): Promise<SavedMessage | null> {
  checkMessage(sent)
  const files = await storeFiles(ctx, sent)
  return ctx.transaction(async (ctx) => {
    const { contact_channel_id } = await findOrOpenConversation(ctx, sent)
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
): Promise<SavedMessage> {
  const parties = partiesOfMessage(sent, conversation.contact_channel_id)
  const added = await addMessage(ctx, conversation, {
    role: 'contact',
    contact_channel_id,
    sender_name: sent.sender_name,
    content: sent.message,
    files,
    client_message_id: sent.client_message_id,
  })
  await announceMessage(ctx, presentMessage(added.message, added.files, sent.teammate), parties)
  await announceConversation(ctx, added.conversation, parties, inboxStateOf(conversation))
  const { message: question, files: attached } = added
  return { run: null, answer: null, question, attached, conversation: added.conversation }
}

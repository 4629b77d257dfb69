import { lockConversation } from '../conversations/lock-conversation.ts'
import type { OrgContext } from '../organizations/context.ts'
import { partiesOfMessage, type SendMessage } from './answers/reply.ts'
import { checkMessage } from './messages/check-message.ts'
import { findOrOpenConversation } from './messages/find-or-open-conversation.ts'
import { storeFiles } from './messages/store-files.ts'
import { waitForOperator } from './messages/wait-for-operator.ts'
import { type SavedMessage, saveWithoutAnswerIn } from './save-without-answer.ts'

/** Stores a message that the teammate cannot answer now and lets the conversation wait for an operator, in one commit. */
export async function storeForOperator(ctx: OrgContext, sent: SendMessage): Promise<SavedMessage> {
  checkMessage(sent)
  const files = await storeFiles(ctx, sent)
  return ctx.transaction(async (ctx) => {
    const { conversation_id, contact_channel_id } = await findOrOpenConversation(ctx, sent)
    const conversation = await lockConversation(ctx, conversation_id)
    const saved = await saveWithoutAnswerIn(ctx, conversation, sent, { files, contact_channel_id })
    await waitForOperator(ctx, conversation.id, partiesOfMessage(sent, conversation.contact_channel_id))
    return { ...saved, conversation: await lockConversation(ctx, conversation.id) }
  })
}

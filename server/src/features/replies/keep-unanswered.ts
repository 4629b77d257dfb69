import { lockConversation } from '../conversations/lock-conversation.ts'
import { openConversation } from '../conversations/open-conversation.ts'
import type { OrgContext } from '../organizations/context.ts'
import { aboutMessage, type SendMessage } from './answers/reply.ts'
import { type Kept, keepIn } from './keep-message.ts'
import { checkMessage } from './messages/check-message.ts'
import { storeFiles } from './messages/store-files.ts'
import { waitForOperator } from './messages/wait-for-operator.ts'

/** Keeps a message that its teammate cannot answer now, and has the conversation wait for an operator: in one commit. */
export async function keepUnanswered(ctx: OrgContext, sent: SendMessage): Promise<Kept> {
  checkMessage(sent)
  const files = await storeFiles(ctx, sent)
  return ctx.transaction(async (ctx) => {
    const conversation = await lockConversation(ctx, await placeOf(ctx, sent))
    const kept = await keepIn(ctx, conversation, sent, files)
    await waitForOperator(ctx, conversation.id, aboutMessage(sent, conversation.contact_channel_id))
    return { ...kept, conversation: await lockConversation(ctx, conversation.id) }
  })
}

async function placeOf(ctx: OrgContext, { to, key, teammate, channel, user_id, opens_current }: SendMessage) {
  if ('conversation_id' in to) return to.conversation_id
  const { conversation } = await openConversation(ctx, {
    ...key,
    ...to.open,
    employee_id: teammate.id,
    user_id,
    delivers_by: channel.deliver ? channel.name : null,
    opens_current,
  })
  return conversation.id
}

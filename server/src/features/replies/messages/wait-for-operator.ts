import { AppError } from '#platform/error.ts'
import { announceConversation } from '../../conversations/announce-conversation.ts'
import type { ConversationParties } from '../../conversations/define-channel.ts'
import { lockConversation } from '../../conversations/lock-conversation.ts'
import { addMessage } from '../../conversations/messages/add-message.ts'
import { announceMessage } from '../../conversations/messages/announce-message.ts'
import { mayRequestOperator, requestOperator } from '../../conversations/operators/request-operator.ts'
import { presentMessage } from '../../conversations/present.ts'
import type { OrgContext } from '../../organizations/context.ts'

/**
 * The teammate cannot answer: the contact gets a fixed message, and the conversation waits for an operator, except with a personal
 * assistant, which has no operators. Does nothing where an operator has the conversation or it was deleted.
 */
export function waitForOperator(ctx: OrgContext, id: string, parties: ConversationParties): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const before = await lockConversation(ctx, id).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
    // On a chat platform each message gets this reply, because nothing else there shows that an operator was requested.
    const isTold = before?.assigned_user_id === null && parties.channel.deliver !== undefined
    if (!before || !(isTold || mayRequestOperator(before))) return
    const { name, owned_by_user_id } = parties.teammate
    const isAttended = owned_by_user_id === null
    const content = isAttended
      ? `${name} can’t answer right now. A person will reply here as soon as possible.`
      : `${name} can’t answer right now. Please try again later.`
    const { message, conversation } = await addMessage(ctx, before, { role: 'bot', content })
    await announceMessage(ctx, presentMessage(message, [], parties.teammate), parties)
    await announceConversation(ctx, conversation, parties)
    if (isAttended) await requestOperator(ctx, id, parties, 'failure')
  })
}

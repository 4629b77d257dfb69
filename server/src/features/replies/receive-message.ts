import { AppError } from '#platform/error.ts'
import type { ConversationRow } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { SendMessage, Sent } from './answers/reply.ts'
import { findAddressed } from './find-addressed.ts'
import { isSilent, type SavedMessage, saveWithoutAnswer } from './save-without-answer.ts'
import { sendMessage } from './send-message.ts'

/**
 * A conversation that is taken over and handed back this often while one message arrives leaves the message to a person.
 */
const MAX_TRIES = 5

/**
 * Receives a message on a channel where an operator may have the conversation: otherwise the teammate answers. Both paths check
 * that under the conversation's lock, so a message in the middle of a takeover is answered by exactly one of them. `found` is the
 * conversation, where the caller has just read it.
 */
export async function receiveMessage(
  ctx: OrgContext,
  sent: SendMessage,
  found?: ConversationRow,
): Promise<Sent | SavedMessage> {
  // An operator had it when it was read: nothing is prepared for the teammate unless it was handed back since.
  const saved = found && isSilent(found) ? await saveWithoutAnswer(ctx, found.id, sent) : null
  if (saved) return saved
  for (let tries = 1; ; tries++) {
    try {
      return await sendMessage(ctx, sent)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const conversation = await findAddressed(ctx, sent)
      if (!conversation) throw error
      // The refusal goes to the caller, unless an operator has the conversation by now.
      if (!isSilent(conversation) && error.kind !== 'not_found') throw error
      const saved = await saveWithoutAnswer(ctx, conversation.id, sent, { anyway: tries === MAX_TRIES })
      if (saved) return saved
    }
  }
}

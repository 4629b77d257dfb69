import type { ConversationParties } from '../conversations/define-channel.ts'
import { deleteConversation } from '../conversations/delete-conversation.ts'
import type { OrgContext } from '../organizations/context.ts'
import { cancelRunsOfConversation } from '../runs/control/cancel-run.ts'

/** Deletes a conversation, which can be restored, and stops the runs that answer in it. */
export function removeConversation(ctx: OrgContext, id: string, parties: ConversationParties): Promise<void> {
  // Waiting runs are stopped too, because nobody could answer them in a deleted chat.
  return ctx.transaction(async (ctx) => {
    await deleteConversation(ctx, id, parties)
    await cancelRunsOfConversation(ctx, id, { with_tasks: true })
  })
}

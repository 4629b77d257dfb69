import type { About } from '../conversations/define-channel.ts'
import { deleteConversation } from '../conversations/delete-conversation.ts'
import type { OrgContext } from '../organizations/context.ts'
import { cancelRunsOfConversation } from '../runs/cancel-run.ts'

/** Deletes a conversation, which can be restored, and stops the runs that answer in it. */
export function removeConversation(ctx: OrgContext, id: string, about: About): Promise<void> {
  // Waiting runs are stopped too, because nobody could answer them in a deleted chat.
  return ctx.transaction(async (ctx) => {
    await deleteConversation(ctx, id, about)
    await cancelRunsOfConversation(ctx, id, { with_tasks: true })
  })
}

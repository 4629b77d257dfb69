import type { About } from '../conversations/define-channel.ts'
import { deleteConversation } from '../conversations/delete-conversation.ts'
import type { OrgContext } from '../organizations/context.ts'
import { cancelRunsOfConversation } from '../runs/cancel-run.ts'

/** Deletes a conversation so that it can be restored; whatever still answers in it is stopped. */
export function removeConversation(ctx: OrgContext, id: string, about: About): Promise<void> {
  // At once: what waits in a chat that nobody sees would wait for ever.
  return ctx.transaction(async (ctx) => {
    await deleteConversation(ctx, id, about)
    await cancelRunsOfConversation(ctx, id, { with_asides: true })
  })
}

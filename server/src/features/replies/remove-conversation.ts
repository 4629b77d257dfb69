import type { About } from '../conversations/define-channel.ts'
import { deleteConversation } from '../conversations/delete-conversation.ts'
import type { OrgContext } from '../organizations/context.ts'
import { cancelRunsOfConversation } from '../runs/cancel-run.ts'

/** Deletes a conversation so that it can be restored; whatever still answers in it is stopped. */
export async function removeConversation(ctx: OrgContext, id: string, about: About): Promise<void> {
  await deleteConversation(ctx, id, about)
  await cancelRunsOfConversation(ctx, id, { with_asides: true })
}

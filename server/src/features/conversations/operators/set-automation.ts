import { eq } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { announceConversation, inboxStateOf } from '../announce-conversation.ts'
import type { ConversationParties } from '../define-channel.ts'
import { lockConversation } from '../lock-conversation.ts'
import { conversations } from '../table.ts'

/** Sets whether the teammate answers new messages; an answer in progress is completed. */
export function setAutomation(
  ctx: OrgContext,
  id: string,
  automation_enabled: boolean,
  parties: ConversationParties,
): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const before = await lockConversation(ctx, id)
    if (before.automation_enabled === automation_enabled) return
    const [row] = await ctx.db
      .update(conversations)
      .set({ automation_enabled })
      .where(eq(conversations.id, id))
      .returning()
    if (row) await announceConversation(ctx, row, parties, inboxStateOf(before))
  })
}

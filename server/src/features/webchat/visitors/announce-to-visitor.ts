import type { ConversationParties } from '../../conversations/define-channel.ts'
import type { ConversationRow } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { webchatConversationUpdated } from '../events.ts'
import { describeConversation } from '../talk/describe-conversations.ts'

/** Tells a visitor of a changed conversation, in what they may know of it. */
export async function announceToVisitor(
  ctx: OrgContext,
  conversation: ConversationRow,
  parties: ConversationParties,
): Promise<void> {
  const described = await describeConversation(ctx, { conversation, teammate: parties.teammate })
  await ctx.emit(webchatConversationUpdated, described, parties)
}

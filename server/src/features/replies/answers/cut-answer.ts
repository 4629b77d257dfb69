import { closeAnswer } from '../../conversations/answers/close-answer.ts'
import type { ConversationParties } from '../../conversations/define-channel.ts'
import { announceMessageDeletion, announceMessageUpdate } from '../../conversations/messages/announce-message.ts'
import { presentMessages } from '../../conversations/present.ts'
import type { MessageRow } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'

/**
 * Ends an answer whose conversation changed hands: what was shown of it (without `shown`, what was saved) stays, and
 * clients are notified that nothing follows. Nothing happens where it was over already.
 */
export async function cutAnswer(
  ctx: OrgContext,
  id: string,
  parties: ConversationParties,
  shown?: Parameters<typeof closeAnswer>[3],
): Promise<void> {
  const row: MessageRow | null = await closeAnswer(ctx, id, ctx.now(), shown)
  if (!row) return
  if (row.deleted_at) return announceMessageDeletion(ctx, row, parties)
  const [presented] = await presentMessages(ctx, [row], parties.teammate)
  if (presented) await announceMessageUpdate(ctx, presented, parties)
}

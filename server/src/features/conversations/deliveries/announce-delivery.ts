import { eq } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import type { ConversationParties } from '../define-channel.ts'
import { announceMessageUpdate } from '../messages/announce-message.ts'
import { presentMessages } from '../present.ts'
import { messages } from '../table.ts'

/** Announces that a delivery failed, or succeeded after a failure. */
export async function announceDelivery(
  ctx: OrgContext,
  message_id: string,
  parties: ConversationParties,
): Promise<void> {
  const rows = await ctx.db.select().from(messages).where(eq(messages.id, message_id))
  const shown = { show_thinking: parties.teammate.show_thinking, delivers: true }
  for (const message of await presentMessages(ctx, rows, shown)) {
    if (rows[0]?.deleted_at === null) await announceMessageUpdate(ctx, message, parties)
  }
}

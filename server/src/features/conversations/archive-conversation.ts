import { eq } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { announceConversation, inboxStateOf } from './announce-conversation.ts'
import type { ConversationParties } from './define-channel.ts'
import { lockConversation } from './lock-conversation.ts'
import { type ConversationRow, conversations } from './table.ts'

/** Puts a conversation away. It lets the caller's own id of it go, so that the next message under that id begins a new one. */
export const archiveConversation = (
  ctx: OrgContext,
  id: string,
  parties: ConversationParties,
): Promise<ConversationRow> => setArchived(ctx, id, parties, true)

/** Takes it out as it was put away: one in which someone waits for an operator continues waiting. */
export const unarchiveConversation = (
  ctx: OrgContext,
  id: string,
  parties: ConversationParties,
): Promise<ConversationRow> => setArchived(ctx, id, parties, false)

function setArchived(
  ctx: OrgContext,
  id: string,
  parties: ConversationParties,
  isArchived: boolean,
): Promise<ConversationRow> {
  return ctx.transaction(async (ctx) => {
    const before = await lockConversation(ctx, id)
    if ((before.status === 'archived') === isArchived) return before
    const isWaiting = before.assigned_user_id === null && before.unanswered_since !== null
    const [row] = await ctx.db
      .update(conversations)
      .set(
        isArchived
          ? { status: 'archived', external_id: null }
          : { status: isWaiting ? 'waiting_for_operator' : 'active' },
      )
      .where(eq(conversations.id, id))
      .returning()
    if (!row) throw new Error('The conversation is gone')
    await announceConversation(ctx, row, parties, inboxStateOf(before))
    return row
  })
}

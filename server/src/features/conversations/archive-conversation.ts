import { eq } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { announceConversation, standingOf } from './announce-conversation.ts'
import type { About } from './define-channel.ts'
import { lockConversation } from './lock-conversation.ts'
import { type ConversationRow, conversations } from './table.ts'

/** Puts a conversation away. It lets the caller's own id of it go, so that the next message under that id begins a new one. */
export const archiveConversation = (ctx: OrgContext, id: string, about: About): Promise<ConversationRow> =>
  setStatus(ctx, id, about, 'archived')

export const unarchiveConversation = (ctx: OrgContext, id: string, about: About): Promise<ConversationRow> =>
  setStatus(ctx, id, about, 'active')

function setStatus(ctx: OrgContext, id: string, about: About, status: 'active' | 'archived'): Promise<ConversationRow> {
  return ctx.transaction(async (ctx) => {
    const before = await lockConversation(ctx, id)
    if ((before.status === 'archived') === (status === 'archived')) return before
    const [row] = await ctx.db
      .update(conversations)
      .set({ status, ...(status === 'archived' && { external_id: null }) })
      .where(eq(conversations.id, id))
      .returning()
    if (!row) throw new Error('The conversation is gone')
    await announceConversation(ctx, row, about, standingOf(before))
    return row
  })
}

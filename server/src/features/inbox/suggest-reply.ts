import type { ReplyDraft } from '#contracts/drafts.ts'
import type { MemberContext } from '../organizations/context.ts'
import { draftReply } from '../replies/draft-reply.ts'
import { findConversation } from './access.ts'

const LIMIT = { name: 'draft', per_minute: 20 }

/** What the caller could reply, for them alone. */
export async function suggestReply(ctx: MemberContext, id: string, signal: AbortSignal): Promise<ReplyDraft> {
  const found = await findConversation(ctx, id)
  await ctx.ports.checkLimit(LIMIT, ctx.user.id)
  return draftReply(ctx, found, signal)
}

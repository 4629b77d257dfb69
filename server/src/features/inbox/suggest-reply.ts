import type { ReplyDraft } from '#contracts/drafts.ts'
import type { MemberContext } from '../organizations/context.ts'
import { draftReply } from '../replies/draft-reply.ts'
import { findConversation } from './access.ts'

/** What the caller could reply, for them alone. */
export async function suggestReply(ctx: MemberContext, id: string, signal: AbortSignal): Promise<ReplyDraft> {
  return draftReply(ctx, await findConversation(ctx, id), signal)
}

import type { WebchatContact, WebchatConversation } from '#contracts/webchat.ts'
import type { ConversationParties } from '../../conversations/define-channel.ts'
import type { ConversationRow } from '../../conversations/table.ts'
import { findOwnConversation, partiesOfTalk, type Talk } from '../access.ts'
import type { KnownVisitorContext } from '../context.ts'
import { ensureVisitor } from '../visitors/ensure-visitor.ts'
import { identify } from '../visitors/identity.ts'
import { describeConversation } from './describe-conversations.ts'

type Named = { conversation_id: string; contact: WebchatContact | undefined }

/** Does something to a conversation of the visitor, who is kept as the page names them once it is done. */
export async function withOwnConversation<Result>(
  ctx: KnownVisitorContext,
  { conversation_id, contact }: Named,
  work: (talk: Talk, parties: ConversationParties) => Promise<Result>,
): Promise<Result> {
  const identity = identify(ctx, contact)
  const talk = await findOwnConversation(ctx, ctx.known.contact_channel.id, conversation_id)
  const result = await work(talk, partiesOfTalk(talk))
  if (identity) await ensureVisitor(ctx, identity, contact)
  return result
}

/** The same for what changes it and answers with what it has become. */
export function changeOwnConversation(
  ctx: KnownVisitorContext,
  named: Named,
  change: (talk: Talk, parties: ConversationParties) => Promise<ConversationRow>,
): Promise<WebchatConversation> {
  return withOwnConversation(ctx, named, async (talk, parties) => {
    const conversation = await change(talk, parties)
    return describeConversation(ctx, { conversation, teammate: talk.teammate })
  })
}

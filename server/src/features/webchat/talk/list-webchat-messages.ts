import type { z } from 'zod'
import type { WebchatMessages, webchatEndpoints } from '#contracts/webchat.ts'
import { listMessagesBefore } from '../../replies/list-messages-before.ts'
import { findCurrentConversation, findOwnConversation } from '../access.ts'
import type { WebchatContext } from '../context.ts'
import { findEntryPoint } from '../find-entry-point.ts'
import { showToVisitor } from '../present.ts'
import { ensureVisitorOfQuery } from '../visitors/ensure-visitor-of-query.ts'
import { describeConversation } from './describe-conversations.ts'

type Query = z.output<typeof webchatEndpoints.listWebchatMessages.query>

/** The messages of a conversation, newest first, from `limiter` on. */
export async function listWebchatMessages(ctx: WebchatContext, query: Query): Promise<WebchatMessages> {
  const { conversation_id, limiter, limit } = query
  const { teammate } = await findEntryPoint(ctx, query.event_id)
  const visitor = await ensureVisitorOfQuery(ctx, query)
  const channel_id = visitor?.contact_channel.id
  const talk = conversation_id
    ? await findOwnConversation(ctx, channel_id, conversation_id)
    : await findCurrentConversation(ctx, channel_id, teammate.id)
  if (!talk) return { success: true, conversation: null, data: [], limit, hasMore: false, next: null }

  const { conversation } = talk
  const { show_thinking } = talk.teammate
  const found = await listMessagesBefore(ctx, {
    conversation_id: conversation.id,
    before: limiter,
    limit,
    show_thinking,
  })
  return {
    success: true,
    conversation: await describeConversation(ctx, talk),
    ...found,
    data: found.data.map((message) => showToVisitor(ctx, message)),
  }
}

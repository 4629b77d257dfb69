import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { webchatEndpoints } from '#contracts/webchat.ts'
import { paginate } from '#platform/db/paginate.ts'
import { conversations } from '../../conversations/table.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { ownConversations } from '../access.ts'
import type { WebchatContext } from '../context.ts'
import { findEntryPoint } from '../find-entry-point.ts'
import { ensureVisitorOfQuery } from '../visitors/ensure-visitor-of-query.ts'
import { describeConversations } from './describe-conversations.ts'

type Query = z.output<typeof webchatEndpoints.listWebchatConversations.query>

/** The visitor's conversations that have messages, newest first. */
export async function listWebchatConversations(ctx: WebchatContext, query: Query) {
  const { page, limit, status } = query
  await findEntryPoint(ctx, query.event_id)
  const visitor = await ensureVisitorOfQuery(ctx, query)
  if (!visitor) return { success: true as const, data: [], page, limit, total: 0, hasMore: false }
  const listed = ctx.db
    .select({ conversation: conversations, teammate: aiEmployees })
    .from(conversations)
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(
      and(
        ownConversations(ctx, visitor.contact_channel.id),
        isNotNull(conversations.last_message_at),
        status ? eq(conversations.status, status) : undefined,
      ),
    )
    .orderBy(desc(conversations.last_message_at), desc(conversations.id))
    .$dynamic()
  const found = await paginate(ctx.db, listed, { page, limit })
  return {
    success: true as const,
    ...found,
    data: await describeConversations(ctx, found.data, { withLastMessage: true }),
  }
}

import { and, eq, isNull } from 'drizzle-orm'
import type { ToolPayload } from '#contracts/conversations.ts'
import { AppError } from '#platform/error.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { visibleTeammates } from '../../teammates/access.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { conversations, messages } from '../table.ts'
import { messagePayloads } from './table.ts'

/** A large tool payload of a message: for anyone who sees the message, as long as its teammate shows its thinking. */
export async function findPayload(
  ctx: MemberContext,
  { message_id, call_id, kind }: { message_id: string; call_id: string; kind: 'input' | 'output' },
): Promise<ToolPayload> {
  const [found] = await ctx.db
    .select({ data: messagePayloads.data })
    .from(messagePayloads)
    .innerJoin(messages, eq(messages.id, messagePayloads.message_id))
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(
      and(
        eq(messagePayloads.organization_id, ctx.organization.id),
        eq(messagePayloads.message_id, message_id),
        eq(messagePayloads.call_id, call_id),
        eq(messagePayloads.kind, kind),
        isNull(messages.deleted_at),
        isNull(conversations.deleted_at),
        eq(aiEmployees.show_thinking, true),
        visibleTeammates(ctx),
      ),
    )
  if (!found) throw new AppError('not_found', 'Payload not found')
  return { call_id, kind, payload: found.data.value }
}

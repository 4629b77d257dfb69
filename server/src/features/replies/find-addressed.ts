import { and, eq, isNull, sql } from 'drizzle-orm'
import { definePrepared } from '#platform/db/prepared.ts'
import { type ConversationRow, conversations } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { SendMessage } from './answers/reply.ts'

/** A conversation by its id; every message looks its conversation up by this or the next query. */
const conversationById = definePrepared((db) =>
  db
    .select()
    .from(conversations)
    .where(
      and(
        eq(conversations.organization_id, sql.placeholder('organization_id')),
        eq(conversations.id, sql.placeholder('id')),
        isNull(conversations.deleted_at),
      ),
    )
    .prepare('find_conversation_by_id'),
)

/** In a prepared statement: the conversation to which its chat platform or program gave this id. */
export const hasExternalId = and(
  eq(conversations.organization_id, sql.placeholder('organization_id')),
  eq(conversations.employee_id, sql.placeholder('employee_id')),
  eq(conversations.channel, sql.placeholder('channel')),
  eq(conversations.channel_name, sql.placeholder('channel_name')),
  eq(conversations.external_id, sql.placeholder('external_id')),
  isNull(conversations.deleted_at),
)

const conversationByExternalId = definePrepared((db) =>
  db.select().from(conversations).where(hasExternalId).prepare('find_conversation_by_external_id'),
)

/** The conversation that a message is for, where there is one. */
export async function findAddressed(
  ctx: OrgContext,
  { to, key, teammate }: SendMessage,
): Promise<ConversationRow | null> {
  const organization_id = ctx.organization.id
  if ('conversation_id' in to) {
    const [row] = await conversationById(ctx.db).execute({ organization_id, id: to.conversation_id })
    return row ?? null
  }
  const { external_id } = to.open
  if (external_id === null) return null
  const address = { employee_id: teammate.id, ...key, external_id }
  const [row] = await conversationByExternalId(ctx.db).execute({ organization_id, ...address })
  return row ?? null
}

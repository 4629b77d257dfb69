import { and, eq, isNull, sql } from 'drizzle-orm'
import { definePrepared } from '#platform/db/prepared.ts'
import { contactChannels } from '../contacts/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { aiEmployees } from '../teammates/table.ts'
import { type ConversationParties, channelOf } from './define-channel.ts'
import { type ConversationRow, conversations } from './table.ts'

/** A conversation with its teammate and contact channel, in one round trip. */
const byId = definePrepared((db) =>
  db
    .select({ conversation: conversations, teammate: aiEmployees, contact_channel: contactChannels })
    .from(conversations)
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
    .where(
      and(
        eq(conversations.organization_id, sql.placeholder('organization_id')),
        eq(conversations.id, sql.placeholder('id')),
        isNull(conversations.deleted_at),
      ),
    )
    .prepare('read_conversation'),
)

/** A conversation with all that its announcements need, for work that was allowed when it was started. */
export async function readConversation(
  ctx: OrgContext,
  id: string,
): Promise<{ conversation: ConversationRow; parties: ConversationParties } | null> {
  const [found] = await byId(ctx.db).execute({ organization_id: ctx.organization.id, id })
  if (!found) return null
  const { conversation, teammate, contact_channel } = found
  return { conversation, parties: { teammate, contact_channel, channel: channelOf(conversation) } }
}

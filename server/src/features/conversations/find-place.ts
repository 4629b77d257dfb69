import { and, eq, isNull } from 'drizzle-orm'
import { contactChannels } from '../contacts/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { aiEmployees } from '../teammates/table.ts'
import { type About, channelOf } from './define-channel.ts'
import { type ConversationRow, conversations } from './table.ts'

/** A conversation with all that its announcements need, for work that was allowed when it was started. */
export async function findPlace(
  ctx: OrgContext,
  id: string,
): Promise<{ conversation: ConversationRow; about: About } | null> {
  const [found] = await ctx.db
    .select({ conversation: conversations, teammate: aiEmployees, contact_channel: contactChannels })
    .from(conversations)
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
    .where(
      and(
        eq(conversations.organization_id, ctx.organization.id),
        eq(conversations.id, id),
        isNull(conversations.deleted_at),
      ),
    )
  if (!found) return null
  const { conversation, teammate, contact_channel } = found
  return { conversation, about: { teammate, contact_channel, channel: channelOf(conversation) } }
}

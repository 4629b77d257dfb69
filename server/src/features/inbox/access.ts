import { and, eq, exists, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Role } from '#contracts/organizations.ts'
import { isAny } from '#platform/db/is-any.ts'
import { definePrepared } from '#platform/db/prepared.ts'
import { AppError } from '#platform/error.ts'
import { contactChannels, contacts } from '../contacts/table.ts'
import { type ConversationParties, channelOf } from '../conversations/define-channel.ts'
import { isOpenedByContactChannel } from '../conversations/opened-by-contact-channel.ts'
import { type ConversationRow, conversations, inboxCounts } from '../conversations/table.ts'
import { isAdmin } from '../organizations/access.ts'
import type { MemberContext } from '../organizations/context.ts'
import { anyViewer, attendedTeammates } from '../teammates/access.ts'
import { aiEmployees, type TeammateRow } from '../teammates/table.ts'

/**
 * Which conversations a person sees, for any query that joins `conversations` with their teammates: those of the teammates
 * that they see, but for personal assistants. Lists, counts, details, every act and, by `workAudience`, every event go by
 * the same rule.
 */
export const visibleConversations = (ctx: Parameters<typeof attendedTeammates>[0]): SQL | undefined =>
  and(eq(conversations.organization_id, ctx.organization.id), isNull(conversations.deleted_at), attendedTeammates(ctx))

const oneSeenBy = (role: Role, name: string) =>
  definePrepared((db) =>
    db
      .select({ conversation: conversations, teammate: aiEmployees, contact_channel: contactChannels })
      .from(conversations)
      .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
      .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
      .where(and(eq(conversations.id, sql.placeholder('id')), visibleConversations({ ...anyViewer, role })))
      .prepare(name),
  )
const any = oneSeenBy('admin', 'find_conversation')
const granted = oneSeenBy('member', 'find_granted_conversation')

export type Found = { conversation: ConversationRow; teammate: TeammateRow; parties: ConversationParties }

/** 404 alike for one that does not exist, one of a teammate that the caller does not see, and another organization's. */
export async function findConversation(ctx: MemberContext, id: string): Promise<Found> {
  const find = isAdmin(ctx.role) ? any : granted
  const [found] = await find(ctx.db).execute({ organization_id: ctx.organization.id, user_id: ctx.user.id, id })
  if (!found) throw new AppError('not_found', 'Conversation not found')
  const { conversation, teammate, contact_channel } = found
  return { conversation, teammate, parties: { teammate, contact_channel, channel: channelOf(conversation) } }
}

/** For routes whose path names a conversation. */
export const seesConversation = (
  ctx: MemberContext,
  { conversation_id }: { conversation_id: string },
): Promise<Found> => findConversation(ctx, conversation_id)

/**
 * The teammates whose conversations the caller sees, of those that have any; `id` where only that one counts. One text, because the
 * driver takes a list apart by single characters, and there may be tens of thousands.
 */
export async function listSeenTeammates(ctx: MemberContext, id?: string): Promise<string[]> {
  const { employee_id, organization_id } = inboxCounts
  const [seen] = await ctx.db
    .select({ ids: sql<string | null>`string_agg(distinct ${employee_id}::text, ',')` })
    .from(inboxCounts)
    .innerJoin(aiEmployees, eq(aiEmployees.id, employee_id))
    .where(and(eq(organization_id, ctx.organization.id), attendedTeammates(ctx), id ? eq(employee_id, id) : undefined))
  return seen?.ids?.split(',') ?? []
}

/**
 * Contacts who have written to a teammate that the caller sees; colleagues in internal chat are none. Teammates are read
 * first: knowing how many conversations they have, the database does not read those of the whole organization for a page.
 */
export async function visibleContacts(ctx: MemberContext): Promise<SQL | undefined> {
  const seen = await listSeenTeammates(ctx)
  const written = ctx.db
    .select({ one: sql`1` })
    .from(contactChannels)
    .innerJoin(conversations, isOpenedByContactChannel)
    .where(
      and(
        eq(contactChannels.organization_id, ctx.organization.id),
        eq(contactChannels.contact_id, contacts.id),
        eq(conversations.organization_id, ctx.organization.id),
        isAny(conversations.employee_id, seen),
        eq(conversations.is_internal, false),
        isNull(conversations.deleted_at),
        isNotNull(conversations.last_message_at),
      ),
    )
  return and(eq(contacts.organization_id, ctx.organization.id), exists(written))
}

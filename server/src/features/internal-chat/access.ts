import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import { type ContactChannelRow, contactChannels } from '../contacts/table.ts'
import type { ConversationParties } from '../conversations/define-channel.ts'
import { type ConversationRow, conversations, participants } from '../conversations/table.ts'
import type { MemberContext } from '../organizations/context.ts'
import { visibleTeammates } from '../teammates/access.ts'
import type { TeammateContext } from '../teammates/context.ts'
import { aiEmployees, type TeammateRow } from '../teammates/table.ts'
import { internalChat, internalChatKey } from './channel.ts'

export type Chat = { conversation: ConversationRow; contact_channel: ContactChannelRow }

export const noSuchConversation = () => new AppError('not_found', 'Conversation not found')

export const partiesOfChat = (
  teammate: TeammateRow,
  { contact_channel }: Pick<Chat, 'contact_channel'>,
): ConversationParties => ({
  teammate,
  contact_channel,
  channel: internalChat,
})

const isOwnChannel = ({ organization, user }: MemberContext): SQL | undefined =>
  and(
    eq(contactChannels.organization_id, organization.id),
    eq(contactChannels.channel, internalChatKey.channel),
    eq(contactChannels.channel_name, internalChatKey.channel_name),
    eq(contactChannels.external_id, user.id),
    eq(contactChannels.user_id, user.id),
  )

/** The caller as internal chat knows them; null before their first chat. */
export async function findOwnChannel(ctx: MemberContext): Promise<ContactChannelRow | null> {
  const [row] = await ctx.db.select().from(contactChannels).where(isOwnChannel(ctx))
  return row ?? null
}

/** Named by a value rather than joined, so that the index on a contact's conversations gives their order too. */
const ownChannel = (ctx: MemberContext): SQL =>
  sql`(select ${contactChannels.id} from ${contactChannels} where ${isOwnChannel(ctx)})`

/**
 * Whose chats they are, for any query over `conversations`: the caller's own, in which they still take part. A query that
 * joins more gives the channel's id, so that the database knows how many chats to expect.
 */
export const ownChats = (ctx: MemberContext, channel: string | SQL = ownChannel(ctx)): SQL | undefined =>
  and(
    eq(conversations.organization_id, ctx.organization.id),
    eq(conversations.contact_channel_id, channel),
    eq(conversations.channel, internalChatKey.channel),
    sql`exists (select 1 from ${participants} where ${participants.conversation_id} = ${conversations.id}
      and ${participants.contact_channel_id} = ${conversations.contact_channel_id} and ${participants.is_active})`,
  )

/** The caller's own chats with the teammate. */
export const chatsWithTeammate = (ctx: TeammateContext): SQL | undefined =>
  and(ownChats(ctx), eq(conversations.employee_id, ctx.teammate.id))

async function findOne(ctx: TeammateContext, more?: SQL): Promise<Chat | null> {
  const [found] = await ctx.db
    .select({ conversation: conversations, contact_channel: contactChannels })
    .from(conversations)
    .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
    .where(and(chatsWithTeammate(ctx), more))
    // A chat without messages is ordered by its creation.
    .orderBy(desc(sql`coalesce(${conversations.last_message_at}, ${conversations.created_at})`), desc(conversations.id))
    .limit(1)
  return found ?? null
}

/** A chat of the caller by its id, deleted or not. */
export async function findOwnChatOrDeleted(ctx: TeammateContext, conversation_id: string): Promise<Chat> {
  const found = await findOne(ctx, eq(conversations.id, conversation_id))
  if (!found) throw noSuchConversation()
  return found
}

export async function findOwnChat(ctx: TeammateContext, conversation_id: string): Promise<Chat> {
  const found = await findOwnChatOrDeleted(ctx, conversation_id)
  if (found.conversation.deleted_at) throw noSuchConversation()
  return found
}

/** The chat that is meant when none is named: the current one, else the latest. */
export async function findCurrentChat(ctx: TeammateContext): Promise<Chat | null> {
  const there = isNull(conversations.deleted_at)
  const current = await findOne(ctx, and(there, eq(conversations.id, contactChannels.current_conversation_id)))
  return current ?? findOne(ctx, there)
}

/** A chat of the caller by its id alone, as long as they still see its teammate. */
export async function findVisibleChat(
  ctx: MemberContext,
  conversation_id: string,
): Promise<Chat & { teammate: TeammateRow }> {
  const [found] = await ctx.db
    .select({ conversation: conversations, contact_channel: contactChannels, teammate: aiEmployees })
    .from(conversations)
    .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(
      and(
        ownChats(ctx),
        eq(conversations.id, conversation_id),
        isNull(conversations.deleted_at),
        visibleTeammates(ctx),
      ),
    )
  if (!found) throw noSuchConversation()
  return found
}

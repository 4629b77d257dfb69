import { and, eq, isNull, sql } from 'drizzle-orm'
import { definePrepared } from '#platform/db/prepared.ts'
import type { ChannelKey } from '../contacts/find-or-add-contact.ts'
import { type ContactChannelRow, contactChannels } from '../contacts/table.ts'
import { type ConversationRow, conversations } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'

/** A saved chat with its contact channel, in one round trip. */
const byCallersId = definePrepared((db) =>
  db
    .select({ conversation: conversations, contact_channel: contactChannels })
    .from(conversations)
    .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
    .where(
      and(
        eq(conversations.organization_id, sql.placeholder('organization_id')),
        eq(conversations.employee_id, sql.placeholder('employee_id')),
        eq(conversations.channel, sql.placeholder('channel')),
        eq(conversations.channel_name, sql.placeholder('channel_name')),
        eq(conversations.external_id, sql.placeholder('external_id')),
        isNull(conversations.deleted_at),
      ),
    )
    .prepare('find_chat'),
)

/** A saved chat by the caller's own id of it. */
export async function findChat(
  ctx: OrgContext,
  employee_id: string,
  { channel, channel_name }: ChannelKey,
  external_id: string,
): Promise<{ conversation: ConversationRow; contact_channel: ContactChannelRow } | null> {
  const organization_id = ctx.organization.id
  const [found] = await byCallersId(ctx.db).execute({
    organization_id,
    employee_id,
    channel,
    channel_name,
    external_id,
  })
  return found ?? null
}

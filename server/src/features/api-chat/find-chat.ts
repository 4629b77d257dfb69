import { eq } from 'drizzle-orm'
import { definePrepared } from '#platform/db/prepared.ts'
import type { ChannelKey } from '../contacts/find-or-add-contact.ts'
import { type ContactChannelRow, contactChannels } from '../contacts/table.ts'
import { type ConversationRow, conversations } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { hasExternalId } from '../replies/find-addressed.ts'

/** A saved chat with its contact channel, in one round trip. */
const byCallersId = definePrepared((db) =>
  db
    .select({ conversation: conversations, contact_channel: contactChannels })
    .from(conversations)
    .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
    .where(hasExternalId)
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

import { and, eq, sql } from 'drizzle-orm'
import { contactChannels } from '../contacts/table.ts'
import { isOpenedByContactChannel } from '../conversations/opened-by-contact-channel.ts'
import { conversations, participants } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'

/** The newest of someone who writes for ever. */
const MOST = 10_000

/** The conversations that a contact began or takes part in, whichever contact their runs were written for: merges move them. */
export async function conversationsOfContact(ctx: OrgContext, contact_id: string): Promise<string[]> {
  const channels = and(
    eq(contactChannels.organization_id, ctx.organization.id),
    eq(contactChannels.contact_id, contact_id),
  )
  const begun = ctx.db
    .select({ id: conversations.id })
    .from(contactChannels)
    .innerJoin(conversations, isOpenedByContactChannel)
    .where(channels)
  const joined = ctx.db
    .select({ id: participants.conversation_id })
    .from(contactChannels)
    .innerJoin(
      participants,
      and(
        eq(participants.organization_id, contactChannels.organization_id),
        eq(participants.contact_channel_id, contactChannels.id),
      ),
    )
    .where(channels)
  const rows = await begun.union(joined).orderBy(sql`id desc`).limit(MOST)
  return rows.map(({ id }) => id)
}

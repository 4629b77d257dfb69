import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { InboxConversation } from '#contracts/inbox.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { contactChannels } from '../../contacts/table.ts'
import { conversations } from '../../conversations/table.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { visibleConversations } from '../access.ts'
import { presentInbox } from '../rows.ts'
import { findContact } from './find-contact.ts'

/** A contact's conversations over all channels with teammates that the caller sees, newest first. */
export async function listContactConversations(
  ctx: MemberContext,
  id: string,
  page: { page: number; limit: number },
): Promise<Page<InboxConversation>> {
  await findContact(ctx, id)
  const listed = ctx.db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(
      and(
        eq(contactChannels.organization_id, ctx.organization.id),
        eq(contactChannels.contact_id, id),
        isNotNull(conversations.last_message_at),
        visibleConversations(ctx),
      ),
    )
    .orderBy(desc(conversations.last_message_at), desc(conversations.id))
    .$dynamic()
  const found = await paginate(ctx.db, listed, page)
  return {
    ...found,
    data: await presentInbox(
      ctx,
      found.data.map((row) => row.id),
    ),
  }
}

import { and, eq, isNull } from 'drizzle-orm'
import type { Contact } from '#contracts/inbox.ts'
import { readContact } from '../contacts/read-contact.ts'
import { contactChannels } from '../contacts/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { aiEmployees } from '../teammates/table.ts'
import { contactUpdated } from './events.ts'
import { conversations } from './table.ts'

/** Tells those who see a teammate that the contact has written to what is known of the contact now. */
export async function announceContact(ctx: OrgContext, id: string): Promise<Contact> {
  const contact = await readContact(ctx, id)
  const teammates = await ctx.db
    .selectDistinctOn([aiEmployees.id], { teammate: aiEmployees })
    .from(contactChannels)
    .innerJoin(
      conversations,
      and(
        eq(conversations.organization_id, contactChannels.organization_id),
        eq(conversations.contact_channel_id, contactChannels.id),
      ),
    )
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(
      and(
        eq(contactChannels.organization_id, ctx.organization.id),
        eq(contactChannels.contact_id, id),
        isNull(conversations.deleted_at),
      ),
    )
  await ctx.emit(contactUpdated, contact, { contact, teammates: teammates.map(({ teammate }) => teammate) })
  return contact
}

import { and, eq, isNull } from 'drizzle-orm'
import type { ContactMerged } from '#contracts/contact-merges.ts'
import type { Contact } from '#contracts/inbox.ts'
import { readContact } from '../contacts/read-contact.ts'
import { contactChannels } from '../contacts/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { aiEmployees, type TeammateRow } from '../teammates/table.ts'
import { contactMerged, contactUpdated } from './events.ts'
import { isOpenedByContactChannel } from './opened-by-contact-channel.ts'
import { conversations } from './table.ts'

/** Announces a contact's current details to people who see a teammate that the contact has written to. */
export async function announceContact(ctx: OrgContext, id: string): Promise<Contact> {
  const contact = await readContact(ctx, id)
  await ctx.emit(contactUpdated, contact, { teammates: await teammatesOf(ctx, id) })
  return contact
}

/** Announces to the same people that another contact was merged into this one. */
export async function announceMerge(ctx: OrgContext, merged: ContactMerged): Promise<void> {
  await ctx.emit(contactMerged, merged, { teammates: await teammatesOf(ctx, merged.contact_id) })
}

/** The teammates that the contact has written to. */
async function teammatesOf(ctx: OrgContext, id: string): Promise<TeammateRow[]> {
  const rows = await ctx.db
    .selectDistinctOn([aiEmployees.id], { teammate: aiEmployees })
    .from(contactChannels)
    .innerJoin(conversations, isOpenedByContactChannel)
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(
      and(
        eq(contactChannels.organization_id, ctx.organization.id),
        eq(contactChannels.contact_id, id),
        isNull(conversations.deleted_at),
      ),
    )
  return rows.map(({ teammate }) => teammate)
}

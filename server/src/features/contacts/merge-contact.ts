import { and, eq, inArray } from 'drizzle-orm'
import { fieldsToTakeOver } from '#contracts/contact-fields.ts'
import type { Contact } from '#contracts/inbox.ts'
import type { MemberContext } from '../organizations/context.ts'
import { contactMerged } from './audit-actions.ts'
import { lockContacts } from './lock-merges.ts'
import { type ContactMergeRow, type ContactRow, contactChannels, contactMerges, contacts } from './table.ts'

/**
 * Moves the channels of another contact, with all their conversations, to the kept contact, which also takes over the fields that
 * it lacks. The row of the other contact stays without a channel, so that it is listed nowhere until the merge is undone. Call it
 * in a transaction that has the lock of `lockMerges`.
 */
export async function mergeContact(ctx: MemberContext, kept: Contact, other: Contact): Promise<ContactMergeRow> {
  const organization_id = ctx.organization.id
  const kept_id = kept.id
  await lockContacts(ctx, [kept_id, other.id])
  const rows = await ctx.db
    .select()
    .from(contacts)
    .where(and(eq(contacts.organization_id, organization_id), inArray(contacts.id, [kept_id, other.id])))
  const taken = fieldsToTakeOver(rowOf(rows, kept_id), rowOf(rows, other.id))
  const channels = await ctx.db
    .update(contactChannels)
    .set({ contact_id: kept_id })
    .where(and(eq(contactChannels.organization_id, organization_id), eq(contactChannels.contact_id, other.id)))
    .returning({ id: contactChannels.id })
  if (Object.keys(taken).length > 0) await ctx.db.update(contacts).set(taken).where(eq(contacts.id, kept_id))
  const [merge] = await ctx.db
    .insert(contactMerges)
    .values({
      organization_id,
      contact_id: kept_id,
      merged_contact_id: other.id,
      merged_name: other.display_name,
      channel_ids: channels.map(({ id }) => id),
      taken,
      merged_by: ctx.user.id,
      created_at: ctx.now(),
    })
    .returning()
  if (!merge) throw new Error('The merge was not written')
  await ctx.record(contactMerged, {
    subject: { type: 'contact', id: kept_id, name: kept.display_name },
    after: { merged_contact: other.display_name, merged_contact_id: other.id, ...taken },
  })
  return merge
}

function rowOf(rows: ContactRow[], id: string): ContactRow {
  const row = rows.find((each) => each.id === id)
  if (!row) throw new Error('The contact is gone')
  return row
}

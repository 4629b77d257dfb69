import { and, eq, inArray, isNull } from 'drizzle-orm'
import { CONTACT_FIELDS } from '#contracts/contact-fields.ts'
import type { Contact } from '#contracts/inbox.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { contactMergeUndone } from './audit-actions.ts'
import { lockContacts } from './lock-merges.ts'
import { type ContactMergeRow, contactChannels, contactMerges, contacts } from './table.ts'

type Which = { contact: Contact; merge_id: string }

/**
 * Restores a merged contact with the channels that moved. The kept contact loses the fields that it took over, unless they were
 * changed since. Call it in a transaction that has the lock of `lockMerges`. Merges into a contact that was itself merged can be
 * undone once its own merge is.
 */
export async function undoMerge(ctx: OrgContext, { contact, merge_id }: Which): Promise<ContactMergeRow> {
  const contact_id = contact.id
  const [merge] = await ctx.db
    .update(contactMerges)
    .set({ undone_at: ctx.now() })
    .where(
      and(
        eq(contactMerges.organization_id, ctx.organization.id),
        eq(contactMerges.contact_id, contact_id),
        eq(contactMerges.id, merge_id),
        isNull(contactMerges.undone_at),
      ),
    )
    .returning()
  if (!merge) throw new AppError('not_found', 'Merge not found')
  const { merged_contact_id, channel_ids, taken } = merge
  await lockContacts(ctx, [contact_id, merged_contact_id])
  await ctx.db
    .update(contactChannels)
    .set({ contact_id: merged_contact_id })
    .where(and(eq(contactChannels.organization_id, ctx.organization.id), inArray(contactChannels.id, channel_ids)))
  const [kept] = await ctx.db.select().from(contacts).where(eq(contacts.id, contact_id))
  if (!kept) throw new Error('The contact is gone')
  const given = CONTACT_FIELDS.filter((field) => taken[field] !== undefined && taken[field] === kept[field])
  if (given.length > 0) {
    const values = Object.fromEntries(given.map((field) => [field, null]))
    await ctx.db.update(contacts).set(values).where(eq(contacts.id, contact_id))
  }
  await ctx.record(contactMergeUndone, {
    subject: { type: 'contact', id: contact_id, name: contact.display_name },
    after: { restored_contact: merge.merged_name, restored_contact_id: merged_contact_id },
  })
  return merge
}

import { and, eq, inArray } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { contactDeleted } from './audit-actions.ts'
import { lockContacts, lockMerges } from './lock-merges.ts'
import { contactChannels, contactMerges, contacts } from './table.ts'

/** Locks a contact and those merged into it until the transaction ends; returns all their ids and channels. */
export async function lockWithMerged(ctx: OrgContext, id: string): Promise<{ ids: string[]; channel_ids: string[] }> {
  await lockMerges(ctx)
  const organization_id = ctx.organization.id
  const ids = new Set([id])
  for (let added = [id]; added.length > 0; ) {
    const merged = await ctx.db
      .select({ id: contactMerges.merged_contact_id })
      .from(contactMerges)
      .where(and(eq(contactMerges.organization_id, organization_id), inArray(contactMerges.contact_id, added)))
    added = merged.map((row) => row.id).filter((each) => !ids.has(each))
    for (const each of added) ids.add(each)
  }
  const all = [...ids]
  await lockContacts(ctx, all)
  const channels = await ctx.db
    .select({ id: contactChannels.id })
    .from(contactChannels)
    .where(and(eq(contactChannels.organization_id, organization_id), inArray(contactChannels.contact_id, all)))
  return { ids: all, channel_ids: channels.map((row) => row.id) }
}

/**
 * Deletes a contact for good, with its channels, conversations, messages and files. `ids` are its own and those merged into
 * it.
 */
export async function eraseContact(ctx: OrgContext, { id, name, ids }: { id: string; name: string; ids: string[] }) {
  await ctx.db.delete(contacts).where(and(eq(contacts.organization_id, ctx.organization.id), inArray(contacts.id, ids)))
  await ctx.record(contactDeleted, { subject: { type: 'contact', id, name } })
}

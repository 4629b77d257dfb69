import type { ContactMerge } from '#contracts/contact-merges.ts'
import type { Contact } from '#contracts/inbox.ts'
import { AppError } from '#platform/error.ts'
import { lockMerges } from '../../contacts/lock-merges.ts'
import { mergeContact } from '../../contacts/merge-contact.ts'
import { presentMerge } from '../../contacts/present.ts'
import { undoMerge } from '../../contacts/undo-merge.ts'
import { announceContact, announceMerge } from '../../conversations/announce-contact.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { findContact } from './find-contact.ts'

/** Merges two contacts; the caller must see both. */
export async function mergeContacts(
  ctx: MemberContext,
  id: string,
  other_id: string,
): Promise<{ contact: Contact; merge: ContactMerge }> {
  if (id === other_id) {
    throw new AppError('bad_request', 'A contact cannot be merged with itself', { code: 'SAME_CONTACT' })
  }
  return ctx.transaction(async (ctx) => {
    await lockMerges(ctx)
    const kept = await findContact(ctx, id)
    const other = await findContact(ctx, other_id)
    const merge = await mergeContact(ctx, kept, other)
    const contact = await announceContact(ctx, id)
    await announceMerge(ctx, { contact_id: id, merged_contact_id: other_id })
    return { contact, merge: presentMerge(merge, ctx.user) }
  })
}

/** Splits merged contacts again; the caller must see both that result. */
export async function undoContactMerge(
  ctx: MemberContext,
  { contact_id, merge_id }: { contact_id: string; merge_id: string },
): Promise<{ contact: Contact; restored_contact: Contact }> {
  return ctx.transaction(async (ctx) => {
    await lockMerges(ctx)
    const contact = await findContact(ctx, contact_id)
    const { merged_contact_id } = await undoMerge(ctx, { contact, merge_id })
    await findContact(ctx, contact_id)
    await findContact(ctx, merged_contact_id)
    return {
      contact: await announceContact(ctx, contact_id),
      restored_contact: await announceContact(ctx, merged_contact_id),
    }
  })
}

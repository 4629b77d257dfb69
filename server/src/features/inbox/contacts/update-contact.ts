import type { Contact, UpdateContact } from '#contracts/inbox.ts'
import { changeContact } from '../../contacts/change-contact.ts'
import { announceContact } from '../../conversations/announce-contact.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { findContact } from './find-contact.ts'

export async function updateContact(ctx: MemberContext, id: string, changes: UpdateContact): Promise<Contact> {
  await findContact(ctx, id)
  return ctx.transaction(async (ctx) => {
    await changeContact(ctx, id, changes)
    return announceContact(ctx, id)
  })
}

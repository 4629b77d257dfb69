import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Contact } from '#contracts/inbox.ts'
import { containsByIndex, wordsOf } from '#platform/db/folded-text.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { presentContact } from '../../contacts/present.ts'
import { contactChannels, contacts } from '../../contacts/table.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { visibleContacts } from '../access.ts'

type Query = { page: number; limit: number; q?: string | undefined }

/** Contacts who have written to teammates that the caller sees, the newest first; `q` is part of a name, address or number. */
export async function listContacts(ctx: MemberContext, { q, ...page }: Query): Promise<Page<Contact>> {
  const listed = ctx.db
    .select()
    .from(contacts)
    .where(and(await visibleContacts(ctx), q ? containsByIndex(contacts.searched, wordsOf(q)) : undefined))
    .orderBy(desc(contacts.id))
    .$dynamic()
  const found = await paginate(ctx.db, listed, page)
  const ids = found.data.map(({ id }) => id)
  const channels =
    ids.length === 0
      ? []
      : await ctx.db
          .select()
          .from(contactChannels)
          .where(
            and(eq(contactChannels.organization_id, ctx.organization.id), inArray(contactChannels.contact_id, ids)),
          )
          .orderBy(contactChannels.id)
  return {
    ...found,
    data: found.data.map((row) =>
      presentContact(
        row,
        channels.filter(({ contact_id }) => contact_id === row.id),
      ),
    ),
  }
}

import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ContactMerge } from '#contracts/contact-merges.ts'
import { presentMerge } from '../../contacts/present.ts'
import { contactMerges } from '../../contacts/table.ts'
import { conversations } from '../../conversations/table.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { users } from '../../users/table.ts'
import { visibleConversations } from '../access.ts'
import { findContact } from './find-contact.ts'

/** Which contacts went into this one and can be brought back by the caller, the latest first. */
export async function listContactMerges(ctx: MemberContext, contact_id: string): Promise<{ data: ContactMerge[] }> {
  await findContact(ctx, contact_id)
  const rows = await ctx.db
    .select({ merge: contactMerges, merged_by: users })
    .from(contactMerges)
    .leftJoin(users, eq(users.id, contactMerges.merged_by))
    .where(
      and(
        eq(contactMerges.organization_id, ctx.organization.id),
        eq(contactMerges.contact_id, contact_id),
        isNull(contactMerges.undone_at),
        sql`exists (
          select 1 from ${conversations} join ${aiEmployees} on ${aiEmployees.id} = ${conversations.employee_id}
          where ${conversations.contact_channel_id} = any(${contactMerges.channel_ids})
            and not ${conversations.is_internal} and ${isNotNull(conversations.last_message_at)}
            and ${visibleConversations(ctx)})`,
      ),
    )
    .orderBy(desc(contactMerges.id))
  return { data: rows.map(({ merge, merged_by }) => presentMerge(merge, merged_by)) }
}

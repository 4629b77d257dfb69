import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Channel } from '#contracts/conversations.ts'
import type { OrgContext } from '../organizations/context.ts'
import { conversations } from './table.ts'

/** The other side calls a conversation by another id from now on. Nothing happens where one has that id already. */
export async function changeExternalId(
  ctx: OrgContext,
  { employee_id, channel, from, to }: { employee_id: string; channel: Channel; from: string; to: string },
): Promise<void> {
  await ctx.db
    .update(conversations)
    .set({ external_id: to })
    .where(
      and(
        eq(conversations.organization_id, ctx.organization.id),
        eq(conversations.employee_id, employee_id),
        eq(conversations.channel, channel),
        eq(conversations.external_id, from),
        isNull(conversations.deleted_at),
        sql`not exists (select 1 from ${conversations} as other where other.organization_id = ${ctx.organization.id}
          and other.employee_id = ${employee_id} and other.channel = ${channel} and other.external_id = ${to}
          and other.deleted_at is null)`,
      ),
    )
}

import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { accessChanged } from '../../users/events.ts'
import { noSuchTeammate } from '../access.ts'
import { accessGroupEmployees, accessGroupUsers } from '../access-groups/table.ts'
import { announceTeammate } from '../announce-teammate.ts'
import { teammateRestored } from '../audit-actions.ts'
import { teammatesShown } from '../events.ts'
import { subjectOf } from '../subject-of.ts'
import { aiEmployees } from '../table.ts'

/** Takes teammates out of the trash, all of them or none; those who had access to them have it again. */
export function restoreTeammates(ctx: OrgContext, ids: string[]): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const now = ctx.now()
    const rows = await ctx.db
      .update(aiEmployees)
      .set({ deleted_at: null, updated_at: now })
      .where(
        and(
          eq(aiEmployees.organization_id, ctx.organization.id),
          inArray(aiEmployees.id, ids),
          isNotNull(aiEmployees.deleted_at),
        ),
      )
      .returning()
    if (rows.length !== ids.length) throw noSuchTeammate()
    await ctx.emit(teammatesShown, { ids, at: now.toISOString() })
    const user_ids = await usersGranted(ctx, ids)
    if (user_ids.length > 0) await ctx.emit(accessChanged, { user_ids })
    for (const row of rows) {
      await ctx.record(teammateRestored, { subject: subjectOf(row) })
      await announceTeammate(ctx, 'created', row)
    }
  })
}

async function usersGranted(ctx: OrgContext, employee_ids: string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ user_id: accessGroupUsers.user_id })
    .from(accessGroupUsers)
    .innerJoin(
      accessGroupEmployees,
      and(
        eq(accessGroupEmployees.organization_id, accessGroupUsers.organization_id),
        eq(accessGroupEmployees.access_group_id, accessGroupUsers.access_group_id),
      ),
    )
    .where(
      and(
        eq(accessGroupUsers.organization_id, ctx.organization.id),
        inArray(accessGroupEmployees.employee_id, employee_ids),
      ),
    )
  return rows.map(({ user_id }) => user_id)
}

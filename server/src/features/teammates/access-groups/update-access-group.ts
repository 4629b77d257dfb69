import { and, eq } from 'drizzle-orm'
import type { AccessGroup, UpdateAccessGroup } from '#contracts/access-groups.ts'
import { differing } from '#platform/audit-action.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { reportAccessLost } from '../../organizations/members/report-access-lost.ts'
import { findAccessGroup, noSuchGroup } from './access.ts'
import { groupUpdated } from './audit-actions.ts'
import { setTeammates, setUsers } from './set-members.ts'
import { accessGroups } from './table.ts'

/** A list that is given replaces the one before; one that is left out stays. */
export function updateAccessGroup(ctx: OrgContext, id: string, input: UpdateAccessGroup): Promise<AccessGroup> {
  return ctx.transaction(async (ctx) => {
    const { before, after } = await writeAccessGroup(ctx, id, input)
    const change = differing(before, after)
    if (change) await ctx.record(groupUpdated, { subject: subjectOf(after), ...change })
    return after
  })
}

export const subjectOf = ({ id, name }: AccessGroup) => ({ type: 'access_group', id, name })

/** Within a transaction: the change, and its events for those whom it affects. */
export async function writeAccessGroup(
  ctx: OrgContext,
  id: string,
  { name, user_ids, employee_ids }: UpdateAccessGroup,
): Promise<{ before: AccessGroup; after: AccessGroup }> {
  // First of all, because the lock on the group is what lets two changes of its lists take turns.
  const [locked] = await ctx.db
    .select({ id: accessGroups.id })
    .from(accessGroups)
    .where(and(eq(accessGroups.organization_id, ctx.organization.id), eq(accessGroups.id, id)))
    .for('update')
  if (!locked) throw noSuchGroup()
  const before = await findAccessGroup(ctx, id)
  await ctx.db.update(accessGroups).set({ name, updated_at: ctx.now() }).where(eq(accessGroups.id, id))
  if (user_ids) await setUsers(ctx, id, user_ids)
  if (employee_ids) await setTeammates(ctx, id, employee_ids)
  const after = await findAccessGroup(ctx, id)
  await reportTouched(ctx, before, after)
  return { before, after }
}

async function reportTouched(ctx: OrgContext, before: AccessGroup, after: AccessGroup): Promise<void> {
  const user_ids = usersTouched(before, after)
  if (user_ids.length > 0) await reportAccessLost(ctx, user_ids)
}

/** Other teammates concern everyone in the group; otherwise it is those who came or left. */
function usersTouched(before: AccessGroup, after: AccessGroup): string[] {
  const everyone = new Set([...before.user_ids, ...after.user_ids])
  const sameTeammates = before.employee_ids.join() === after.employee_ids.join()
  if (!sameTeammates) return [...everyone]
  return [...everyone].filter((id) => before.user_ids.includes(id) !== after.user_ids.includes(id))
}

import { isNotNull } from 'drizzle-orm'
import type { Role } from '#contracts/organizations.ts'
import { accessChanged } from '../../users/events.ts'
import type { UserRow } from '../../users/table.ts'
import { memberAdded } from '../audit-actions.ts'
import type { OrgContext } from '../context.ts'
import { staffUserAdded } from '../events.ts'
import { memberSubject, presentMember } from '../present.ts'
import { memberships } from '../table.ts'

/** Takes a user in, or back, with this role. False for anyone who belongs to the organization already: they stay what they are. */
export function addMember(ctx: OrgContext, user: UserRow, role: Role): Promise<boolean> {
  return ctx.transaction(async (ctx) => {
    const [membership] = await ctx.db
      .insert(memberships)
      .values({ organization_id: ctx.organization.id, user_id: user.id, role })
      .onConflictDoUpdate({
        target: [memberships.organization_id, memberships.user_id],
        set: { role, removed_at: null },
        setWhere: isNotNull(memberships.removed_at),
      })
      .returning()
    if (!membership) return false
    const member = { membership, user }
    await ctx.record(memberAdded, { subject: memberSubject(member), after: { role }, user_id: user.id })
    await ctx.emit(staffUserAdded, presentMember(member))
    await ctx.emit(accessChanged, { user_ids: [user.id] })
    return true
  })
}

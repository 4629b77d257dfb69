import { extendContext } from '#platform/bus/create-context.ts'
import type { UserContext } from '../users/context.ts'
import { membershipsOf } from './access.ts'
import type { MemberContext } from './context.ts'

/** The organization a user works in, for routes whose path names none; null for a user who belongs to none. */
export async function inCurrentOrganization(ctx: UserContext): Promise<MemberContext | null> {
  const memberships = await membershipsOf(ctx, ctx.user.id)
  const { current_organization_id } = ctx.user
  const current = memberships.find(({ organization }) => organization.id === current_organization_id) ?? memberships[0]
  return current ? extendContext(ctx, current) : null
}

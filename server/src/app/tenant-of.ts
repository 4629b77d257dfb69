import type { OrgContext } from '#features/organizations/context.ts'
import type { UserContext } from '#features/users/context.ts'
import type { Context } from '#platform/context.ts'

/** The organization that a request belongs to, else the person; null where only the address is known. */
export function tenantOf(ctx: Context | OrgContext | UserContext): string | null {
  if ('organization' in ctx) return ctx.organization.id
  return 'user' in ctx ? ctx.user.id : null
}

import { extendContext } from '#platform/bus/create-context.ts'
import { createOrganization } from '../organizations/create-organization.ts'
import { addMember } from '../organizations/members/add-member.ts'
import { findOnlyOrganization } from '../organizations/only-organization.ts'
import { hasTeammates } from '../teammates/access.ts'
import { ensureAlly } from '../teammates/ensure-ally.ts'
import type { UserContext } from '../users/context.ts'

/**
 * Gives someone new who comes without an invite an organization, and says where they begin: where teammates work, with
 * their own, because access groups show a new member no other yet (contract, "Return path and redirects", 5).
 */
export async function onboard(ctx: UserContext): Promise<string> {
  const { user } = ctx
  if (!ctx.ports.config.ONE_ORGANIZATION_MODE) {
    await createOrganization(ctx, { name: 'My Organization', owner_id: user.id })
    return '/'
  }
  const organization = await findOnlyOrganization(ctx)
  if (!organization) return '/'
  const here = extendContext(ctx, { organization, role: 'member' as const })
  await addMember(here, user, here.role)
  if (!(await hasTeammates(here))) return '/'
  const { id } = await ensureAlly(here)
  return `/staff/ai/${id}?onboarding=true`
}

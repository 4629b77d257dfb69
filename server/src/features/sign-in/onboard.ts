import type { Role } from '#contracts/organizations.ts'
import { widen } from '#platform/bus/unit.ts'
import type { Context } from '#platform/context.ts'
import { addMember } from '../organizations/add-member.ts'
import { createOrganization } from '../organizations/create-organization.ts'
import { findOnlyOrganization } from '../organizations/only-organization.ts'
import { findFirstTeammate } from '../teammates/access.ts'
import type { UserRow } from '../users/table.ts'

/** Gives somebody new who comes without an invite an organization, and says where they begin. */
export async function onboard(ctx: Context, user: UserRow): Promise<string> {
  if (!ctx.ports.config.ONE_ORGANIZATION_MODE) {
    await createOrganization(ctx, { name: 'My Organization', owner_id: user.id })
    return '/'
  }
  const organization = await findOnlyOrganization(ctx)
  if (!organization) return '/'
  const role: Role = 'member'
  await addMember(widen(ctx, { organization }), user, role)
  const teammate = await findFirstTeammate(widen(ctx, { organization, user, role }))
  return teammate ? `/staff/ai/${teammate.id}?onboarding=true` : '/'
}

import type { OrganizationOfUser } from '#contracts/sign-in.ts'
import { AppError } from '#platform/error.ts'
import { chooseOrganization } from '../users/choose-organization.ts'
import type { UserContext } from '../users/context.ts'
import { membershipsOf } from './access.ts'

/** Where the user may work, by name. */
export async function listOrganizations(ctx: UserContext): Promise<OrganizationOfUser[]> {
  const found = await membershipsOf(ctx, ctx.user.id)
  return found
    .map(({ organization: { id, name, status }, role }) => ({ id, name, status, role }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id))
}

/** For every browser of the user, because the organization is kept with the user and not with the session. */
export async function switchOrganization(ctx: UserContext, organization_id: string): Promise<void> {
  const found = await membershipsOf(ctx, ctx.user.id)
  if (!found.some(({ organization }) => organization.id === organization_id)) {
    throw new AppError('not_found', 'Organization not found')
  }
  await chooseOrganization(ctx, ctx.user.id, organization_id)
}

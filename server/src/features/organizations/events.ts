import type { Role } from '#contracts/organizations.ts'
import type { Room } from '#platform/audience.ts'
import { definePush } from '#platform/event.ts'
import { isAdmin } from './access.ts'

declare module '#platform/audience.ts' {
  interface RoomKinds {
    organization: true
    /** Its owners and admins. */
    'organization-admins': true
  }
}

type About = { organization_id: string }

export const everyoneInOrganization = ({ organization_id }: About): Room[] => [`organization:${organization_id}`]

export const adminsOfOrganization = ({ organization_id }: About): Room[] => [`organization-admins:${organization_id}`]

/** The rooms that a membership lets in. */
export function organizationRoomsOf(organization_id: string, role: Role): Room[] {
  const about = { organization_id }
  return [...everyoneInOrganization(about), ...(isAdmin(role) ? adminsOfOrganization(about) : [])]
}

export const organizationUpdated = definePush('organization.updated', ({ id }: { id: string }) =>
  everyoneInOrganization({ organization_id: id }),
)

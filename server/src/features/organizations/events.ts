import { z } from 'zod'
import type { Role } from '#contracts/organizations.ts'
import type { Room } from '#platform/audience.ts'
import { defineEvent, definePush } from '#platform/event.ts'
import { isAdmin } from './access.ts'

declare module '#platform/audience.ts' {
  interface RoomKinds {
    organization: true
    /** Its owners and admins. */
    'organization-admins': true
    /** One person, as long as they belong to the organization. */
    member: true
    /** One person, as long as they are its owner or an admin. */
    admin: true
  }
}

type About = { organization_id: string }

export const everyoneInOrganization = ({ organization_id }: About): Room[] => [`organization:${organization_id}`]

export const adminsOfOrganization = ({ organization_id }: About): Room[] => [`organization-admins:${organization_id}`]

/** The rooms that a membership lets in. */
export function organizationRoomsOf(organization_id: string, user_id: string, role: Role): Room[] {
  const about = { organization_id }
  const ofAll: Room[] = [...everyoneInOrganization(about), `member:${organization_id}:${user_id}`]
  return isAdmin(role) ? [...ofAll, ...adminsOfOrganization(about), `admin:${organization_id}:${user_id}`] : ofAll
}

export const organizationUpdated = definePush('organization.updated', ({ id }: { id: string }) =>
  everyoneInOrganization({ organization_id: id }),
)

/** Each model call holds credits and settles them: notifications of that are gathered (`push-credits.ts`). */
export const creditsChanged = defineEvent('organization.credits-changed', z.object({ organization_id: z.uuid() }))

/** What teammates may spend in a day. */
export const dailyLimitChanged = defineEvent(
  'organization.daily-limit-changed',
  z.object({ organization_id: z.uuid() }),
)

/** Whatever was given out under the public key before stops standing for anything. */
export const publicKeyReplaced = defineEvent(
  'organization.public-key-replaced',
  z.object({ organization_id: z.uuid() }),
)

export const staffUserAdded = definePush('organization.staff_user_added', everyoneInOrganization)
export const staffUserUpdated = definePush('organization.staff_user_updated', everyoneInOrganization)
export const staffUserRemoved = definePush('organization.staff_user_removed', everyoneInOrganization)

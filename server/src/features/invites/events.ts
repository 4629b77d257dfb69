import { definePush } from '#platform/event.ts'
import { adminsOfOrganization } from '../organizations/events.ts'

export const inviteCreated = definePush('organization_invite.created', adminsOfOrganization)
export const inviteUpdated = definePush('organization_invite.updated', adminsOfOrganization)

import { definePush } from '#platform/event.ts'
import { everyoneInOrganization } from '../organizations/events.ts'

export const channelConnectionUpdated = definePush('organization_channel_connection.updated', everyoneInOrganization)

import { definePush } from '#platform/event.ts'
import { everyoneInOrganization } from '../organizations/events.ts'

export const variableCreated = definePush('variable.created', everyoneInOrganization)
export const variableUpdated = definePush('variable.updated', everyoneInOrganization)
export const variableDeleted = definePush('variable.deleted', everyoneInOrganization)

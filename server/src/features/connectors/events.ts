import { definePush } from '#platform/event.ts'
import { everyoneInOrganization } from '../organizations/events.ts'
import { teammateAudience } from '../teammates/access.ts'

/** Without its address and headers, which not everyone may read; a deleted one is not found any more. */
export const connectorChanged = definePush('connector.changed', everyoneInOrganization)
/** What is assigned to a teammate has changed. */
export const assignmentsChanged = definePush('connector.assignments_changed', teammateAudience)

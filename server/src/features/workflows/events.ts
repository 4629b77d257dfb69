import { definePush } from '#platform/event.ts'
import { adminsOfOrganization } from '../organizations/events.ts'

/** Without the flow: a page that shows it reads it again. */
export const workflowCreated = definePush('workflow.created', adminsOfOrganization)
export const workflowUpdated = definePush('workflow.updated', adminsOfOrganization)
export const workflowDeleted = definePush('workflow.deleted', adminsOfOrganization)

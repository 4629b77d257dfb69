import { definePush } from '#platform/event.ts'
import { everyoneInOrganization } from '../../organizations/events.ts'

export const cannedReplyCreated = definePush('canned_reply.created', everyoneInOrganization)
export const cannedReplyUpdated = definePush('canned_reply.updated', everyoneInOrganization)
export const cannedReplyDeleted = definePush('canned_reply.deleted', everyoneInOrganization)

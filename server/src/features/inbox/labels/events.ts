import type { Room } from '#platform/audience.ts'
import { definePush } from '#platform/event.ts'
import { everyoneInOrganization } from '../../organizations/events.ts'
import { workAudience } from '../../teammates/access.ts'
import type { TeammateRow } from '../../teammates/table.ts'

export const labelCreated = definePush('label.created', everyoneInOrganization)
export const labelUpdated = definePush('label.updated', everyoneInOrganization)
export const labelDeleted = definePush('label.deleted', everyoneInOrganization)

/** For people who see the conversation in the inbox, not for its contact. */
const watchers = ({ teammate }: { teammate: TeammateRow }): Room[] => workAudience(teammate)

export const conversationLabelsUpdated = definePush('conversation.labels_updated', watchers)

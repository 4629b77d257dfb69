import type { Room } from '#platform/audience.ts'
import { definePush } from '#platform/event.ts'
import { personalAudience, workAudience } from '../../teammates/access.ts'
import type { TeammateRow } from '../../teammates/table.ts'

/** Those who see the conversation in the inbox, and never the contact who writes in it over its channel. */
const watchers = ({ teammate }: { teammate: TeammateRow }): Room[] => workAudience(teammate)

export const noteCreated = definePush('conversation.note_created', watchers)
export const noteUpdated = definePush('conversation.note_updated', watchers)
export const noteDeleted = definePush('conversation.note_deleted', watchers)

/** One person, as long as they see the conversation. */
const mentioned = ({ teammate, user_id }: { teammate: TeammateRow; user_id: string }): Room[] =>
  personalAudience(teammate, user_id)

export const mentionCreated = definePush('mention.created', mentioned)
export const mentionRemoved = definePush('mention.removed', mentioned)
export const mentionRead = definePush('mention.read', mentioned)

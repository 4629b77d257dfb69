import { z } from 'zod'
import { defineEvent, definePush } from '#platform/event.ts'
import { teammateAudience } from './access.ts'

export const teammateCreated = definePush('ai_employee.created', teammateAudience)
export const teammateUpdated = definePush('ai_employee.updated', teammateAudience)
export const teammateDeleted = definePush('ai_employee.deleted', teammateAudience)

/** The same news under the names that the staff list listens to. */
export const staffTeammateCreated = definePush('staff_employee.created', teammateAudience)
export const staffTeammateUpdated = definePush('staff_employee.updated', teammateAudience)
export const staffTeammateDeleted = definePush('staff_employee.deleted', teammateAudience)

/** What these users may see has changed, so whatever was decided about them when they connected is out of date. */
export const teammateAccessChanged = defineEvent('teammate_access.changed', z.object({ user_ids: z.array(z.uuid()) }))

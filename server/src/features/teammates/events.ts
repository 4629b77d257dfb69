import { z } from 'zod'
import { Teammate } from '#contracts/teammates.ts'
import { nobody } from '#platform/audience.ts'
import { defineEvent } from '#platform/event.ts'
import { teammateAudience } from './access.ts'

export const teammateCreated = defineEvent('ai_employee.created', Teammate, teammateAudience)
export const teammateUpdated = defineEvent('ai_employee.updated', Teammate, teammateAudience)
export const teammateDeleted = defineEvent('ai_employee.deleted', Teammate, teammateAudience)

/** The same news under the names that the staff list listens to. */
export const staffTeammateCreated = defineEvent('staff_employee.created', Teammate, teammateAudience)
export const staffTeammateUpdated = defineEvent('staff_employee.updated', Teammate, teammateAudience)
export const staffTeammateDeleted = defineEvent('staff_employee.deleted', Teammate, teammateAudience)

/** What these users may see has changed, so whatever was decided about them when they connected is out of date. */
export const teammateAccessChanged = defineEvent(
  'teammate_access.changed',
  z.object({ user_ids: z.array(z.uuid()) }),
  nobody,
)

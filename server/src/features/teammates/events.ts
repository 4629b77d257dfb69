import { z } from 'zod'
import { defineBroadcast, definePush } from '#platform/event.ts'
import { teammateAudience } from './access.ts'

export const teammateCreated = definePush('ai_employee.created', teammateAudience)
export const teammateUpdated = definePush('ai_employee.updated', teammateAudience)
export const teammateDeleted = definePush('ai_employee.deleted', teammateAudience)

/** The same events under the names that the staff list listens to. */
export const staffTeammateCreated = definePush('staff_employee.created', teammateAudience)
export const staffTeammateUpdated = definePush('staff_employee.updated', teammateAudience)
export const staffTeammateDeleted = definePush('staff_employee.deleted', teammateAudience)

const Hiding = z.object({ ids: z.array(z.uuid()), at: z.iso.datetime() })

/** Every process receives it, because answers that began before continue, wherever they are written. */
export const teammatesHidden = defineBroadcast('teammates.hidden', Hiding)
export const teammatesShown = defineBroadcast('teammates.shown', Hiding)

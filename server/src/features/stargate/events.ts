import { z } from 'zod'
import { defineBroadcast } from '#platform/event.ts'

/** There is a task for gateways of this system, wherever they wait. */
export const taskCreated = defineBroadcast(
  'stargate.task-created',
  z.object({ organization_id: z.uuid(), system: z.string() }),
)

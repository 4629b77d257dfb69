import { definePush } from '#platform/event.ts'
import { runAudience } from './access.ts'

export const runUpdated = definePush('workflow_run.updated', runAudience)
export const runStepsUpdated = definePush('workflow_run.steps_updated', runAudience)

import { onEvent } from '#platform/reaction.ts'
import { runChanged, stepsWritten } from '../runs/events.ts'
import { pushRun } from './push-run.ts'
import { pushSteps } from './push-steps.ts'

export const reactions = [onEvent(runChanged, pushRun), onEvent(stepsWritten, pushSteps)]

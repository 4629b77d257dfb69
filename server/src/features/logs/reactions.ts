import { onEvent } from '#platform/reaction.ts'
import { runChanged, stepsWritten } from '../runs/events.ts'
import { tellRun } from './tell-run.ts'
import { tellSteps } from './tell-steps.ts'

export const reactions = [onEvent(runChanged, tellRun), onEvent(stepsWritten, tellSteps)]

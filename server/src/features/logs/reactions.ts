import { onEvent } from '#platform/reaction.ts'
import { runChanged } from '../runs/events.ts'
import { tellRun } from './tell-run.ts'

export const reactions = [onEvent(runChanged, tellRun)]

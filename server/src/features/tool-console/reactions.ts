import { idOrNothing } from '#platform/id.ts'
import { onEvent } from '#platform/reaction.ts'
import { continueWhileAllowed } from '../replies/continue-while-allowed.ts'
import { requireMayTry } from './access.ts'
import { continueTriedTool } from './jobs.ts'

export const reactions = [
  onEvent(continueTriedTool, (ctx, job) =>
    continueWhileAllowed(ctx, job, (ctx, asked_by, { employee_id }) =>
      requireMayTry(ctx, idOrNothing(asked_by), idOrNothing(employee_id ?? '')),
    ),
  ),
]

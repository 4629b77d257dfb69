import { onEvent } from '#platform/reaction.ts'
import { continueWhileAllowed } from '../replies/continue-while-allowed.ts'
import { hostedCallCancelled } from './events.ts'
import { continueHostedRun } from './jobs.ts'
import { cancelCall } from './messages/live-calls.ts'
import { requireToken } from './recognize-token.ts'

export const reactions = [
  onEvent(hostedCallCancelled, async (_ctx, { token_id, request_id }) => cancelCall(token_id, request_id)),
  onEvent(continueHostedRun, (ctx, job) => continueWhileAllowed(ctx, job, requireToken)),
]

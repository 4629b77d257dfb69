import { onEvent } from '#platform/reaction.ts'
import { continueHosted } from './continue-hosted.ts'
import { hostedCallCancelled } from './events.ts'
import { continueHostedRun } from './jobs.ts'
import { cancelCall } from './live-calls.ts'

export const reactions = [
  onEvent(hostedCallCancelled, async (_ctx, { token_id, request_id }) => cancelCall(token_id, request_id)),
  onEvent(continueHostedRun, continueHosted),
]

import type { Context } from '#platform/context.ts'
import { onEvent } from '#platform/reaction.ts'
import { organizationUpdated } from '../organizations/events.ts'
import { accessChanged } from '../users/events.ts'
import { hostedCallCancelled, hostedRightsChanged } from './events.ts'
import { cancelCall, judgeCalls } from './live-calls.ts'

const tellAll = (ctx: Context) => ctx.emit(hostedRightsChanged, {})

export const reactions = [
  onEvent(hostedCallCancelled, async (_ctx, { token_id, request_id }) => cancelCall(token_id, request_id)),
  onEvent(hostedRightsChanged, async () => judgeCalls()),
  onEvent(accessChanged, tellAll),
  // It is told of every change of credits, too.
  onEvent(organizationUpdated, async (ctx, { status }) => status === 'active' || tellAll(ctx)),
]

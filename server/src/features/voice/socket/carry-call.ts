import type { CallErrorCode } from '#contracts/voice-socket.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { answerFor } from '#platform/thread-share.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { RightLost, whileAllowed } from '../../replies/while-allowed.ts'
import type { Call } from '../call/call.ts'
import { openModels } from '../call/open-models.ts'
import { TurnBasedCall } from '../call/turn-based-call.ts'
import { callRefusal } from '../call-refusal.ts'
import { consumeSession } from '../consume-session.ts'
import { callLeft } from '../events.ts'
import type { Line } from '../line.ts'
import { type CalledConversation, type Caller, readCalledConversation } from '../read-called-conversation.ts'
import { announceOperator } from '../read-operator-aloud.ts'
import { recordCall, recordEnd } from '../record-call.ts'
import { settleCall } from '../settle-call.ts'
import type { CallEndCode } from '../table.ts'
import { addLiveCall, claimPlace, removeLiveCall } from './live-calls.ts'
import { updateRecord } from './update-record.ts'

type Handlers = {
  refuse(code: CallErrorCode, message: string): void
  onStarted(call: Call): void
}

/** Carries a call from its session to its end; resolves when all of it is saved. */
export async function carryCall(ctx: Context, session_id: string, line: Line, handlers: Handlers): Promise<void> {
  const session = await consumeSession(ctx, session_id)
  if (!session) return handlers.refuse('SESSION_NOT_FOUND', 'This call has expired. Please call again.')
  using place = claimPlace(session.organization_id)
  if (!place) {
    return handlers.refuse('SERVER_BUSY', 'All lines are busy. Please call again in a moment.')
  }
  try {
    // Its statements count as those of a request of its organization, so that many calls do not hold up other organizations.
    await answerFor(session.organization_id, async () => {
      const { ctx: own, called } = await readCalledConversation(ctx, session)
      const requireAllowed = async () => void (await readCalledConversation(own, session))
      const carried = { session_id, caller: session, called, line }
      await whileAllowed(own, requireAllowed, (lost) => runCall(own, { ...carried, lost }, handlers))
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message } = callRefusal(error, session)
    handlers.refuse(code, message)
  }
}

type Carried = { session_id: string; caller: Caller; called: CalledConversation; line: Line; lost: AbortSignal }

async function runCall(
  ctx: OrgContext,
  { session_id, caller, called, line, lost }: Carried,
  { onStarted }: Handlers,
): Promise<void> {
  const { conversation, parties } = called
  const models = await openModels(ctx, parties.teammate)
  const { call: row, earlier } = await recordCall(ctx, called)
  let end_code: CallEndCode | null = null
  const watched: Line = {
    ...line,
    send(event) {
      if (event.type === 'error' && event.is_final) end_code = event.code
      line.send(event)
    },
  }
  watched.send({
    type: 'session.created',
    session_id,
    conversation_id: conversation.id,
    ai_employee: { id: parties.teammate.id, name: parties.teammate.name },
    sample_rate: 24_000,
  })
  const call = new TurnBasedCall(ctx, { caller, called, line: watched, models, earlier })
  addLiveCall(row.id, { conversation_id: conversation.id, organization_id: ctx.organization.id, call })
  announceOperator(ctx, call, conversation.id).catch((error) =>
    ctx.log.error({ err: error }, 'the operator of a call could not be announced'),
  )
  const onLost = () => endLost(call, lost, caller)
  lost.addEventListener('abort', onLost)
  // The right may have ended while the call was being set up.
  if (lost.aborted) onLost()
  const stopUpdating = updateRecord(ctx, row.id, call, earlier)
  onStarted(call)
  const { unheard, missed } = await call.ended
  stopUpdating()
  lost.removeEventListener('abort', onLost)
  removeLiveCall(row.id)
  end_code ??= line.endCode()
  const isFirst = await recordEnd(ctx, row.id, { end_code, progress: { turn: null, answer: unheard, missed } }, called)
  const isSettled = await settleCall(ctx, row.id, called, missed).catch(trueIfDeleted)
  // The caller was quicker: they are on the next call already, which knows what was recorded before.
  if (!isFirst && !isSettled && (unheard || missed !== 'none')) {
    await ctx.emit(callLeft, { conversation_id: conversation.id, answer: unheard, missed })
  }
}

/** The caller has lost the right to the call: their page says which. */
function endLost(call: Call, { reason }: AbortSignal, caller: Caller): void {
  if (!(reason instanceof RightLost)) return
  const { code, message } = callRefusal(reason.refusal, caller)
  call.end(code, message)
}

function trueIfDeleted(error: unknown): true {
  if (!(error instanceof AppError)) throw error
  return true
}

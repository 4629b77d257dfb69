import type { CallErrorCode } from '#contracts/voice-socket.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { whileAllowed } from '../../replies/while-allowed.ts'
import { answerTurns } from '../call/answer-turns.ts'
import type { Call } from '../call/call.ts'
import { openModels } from '../call/open-models.ts'
import { type CallParties, readCallParties } from '../call-parties.ts'
import { consumeSession } from '../consume-session.ts'
import { answerLeft } from '../events.ts'
import type { Line } from '../line.ts'
import { recordCall, recordEnd } from '../record-call.ts'
import type { CallEndCode } from '../table.ts'
import { addLiveCall, hasRoom, removeLiveCall } from './live-calls.ts'
import { updateRecord } from './update-record.ts'

type Handlers = {
  refuse(code: CallErrorCode, message: string): void
  onStarted(call: Call): void
}

/** Carries a call from its session to its end; resolves when all of it is saved. */
export async function carryCall(ctx: Context, session_id: string, line: Line, handlers: Handlers): Promise<void> {
  const session = await consumeSession(ctx, session_id)
  if (!session) return handlers.refuse('SESSION_NOT_FOUND', 'This call has expired. Please call again.')
  if (!hasRoom(session.organization_id)) {
    return handlers.refuse('SERVER_BUSY', 'All lines are busy. Please call again in a moment.')
  }
  try {
    const { ctx: own, parties } = await readCallParties(ctx, session)
    const requireAllowed = async () => void (await readCallParties(own, session))
    await whileAllowed(own, requireAllowed, (lost) => runCall(own, { session_id, parties, line, lost }, handlers))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    handlers.refuse('CALL_NOT_ALLOWED', error.message)
  }
}

type Carried = { session_id: string; parties: CallParties; line: Line; lost: AbortSignal }

async function runCall(
  ctx: OrgContext,
  { session_id, parties, line, lost }: Carried,
  { onStarted }: Handlers,
): Promise<void> {
  const { conversation, about } = parties
  const models = await openModels(ctx, about.teammate)
  const { call: row, earlier } = await recordCall(ctx, parties)
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
    ai_employee: { id: about.teammate.id, name: about.teammate.name },
    sample_rate: 24_000,
  })
  const call = answerTurns(ctx, parties, watched, { models, earlier })
  addLiveCall(row.id, { conversation_id: conversation.id, organization_id: ctx.organization.id, call })
  const end = () => call.end('CALL_NOT_ALLOWED', 'This call is no longer allowed')
  lost.addEventListener('abort', end)
  const stopUpdating = updateRecord(ctx, row.id, call)
  onStarted(call)
  const { unheard, isNew } = await call.ended
  stopUpdating()
  lost.removeEventListener('abort', end)
  removeLiveCall(row.id)
  if (end_code === null && line.isBroken()) end_code = 'CONNECTION_LOST'
  const isOver = await recordEnd(ctx, row.id, { end_code, progress: { turn: null, answer: unheard } }, parties)
  // The caller was quicker: they are on the next call already.
  if (!isOver && unheard && isNew) await ctx.emit(answerLeft, { conversation_id: conversation.id, ...unheard })
}

import { eq } from 'drizzle-orm'
import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { users } from '../../users/table.ts'
import { type CallParties, readCallParties } from '../call-parties.ts'
import type { Line } from '../line.ts'
import type { CallProgress } from '../table.ts'
import { answerQuestion } from './answer-question.ts'
import type { Call, CallEnding } from './call.ts'
import { callErrorOf } from './call-error.ts'
import type { CallModels } from './call-models.ts'
import { openEars } from './detection/ears.ts'
import type { Speech } from './detection/speech-detector.ts'
import { earlyTranscription } from './early-transcription.ts'
import { keepTurn, receiveTurn, type Turn } from './receive-turn.ts'
import { speakingTeammate } from './speaking-teammate.ts'
import { turnQueue } from './turns.ts'
import { watchCall } from './watch-call.ts'

/** After the end of a call, what was said last is still transcribed for so long. */
const SETTLE_TIMEOUT_MS = 15_000

/** A call, turn by turn: what is said becomes a message, the teammate answers it as anywhere, and the answer is heard. */
export function answerTurns(
  ctx: OrgContext,
  parties: CallParties,
  line: Line,
  { models, earlier }: { models: CallModels; earlier: CallProgress | null },
): Call {
  const caller = {
    organization_id: ctx.organization.id,
    conversation_id: parties.conversation.id,
    user_id: parties.user_id,
    user_session_id: parties.user_session_id,
  }
  const settling = new AbortController()
  const { promise: ended, resolve } = Promise.withResolvers<CallEnding>()
  let isEnding = false
  let ending: CallEnding = { unheard: null, isNew: false }
  /** While an operator has the conversation, the teammate does not think. */
  let hasOperator = parties.conversation.assigned_user_id !== null
  const voice = speakingTeammate(ctx, { parties, line, models, onFailure: reportFailure })
  const turns = turnQueue({ onTurn, onNothing, onFailure: reportFailure })
  const ears = openEars({
    organization_id: ctx.organization.id,
    onSpeech,
    isAnswerSpoken: voice.isHeard,
    onFailure: fail,
  })
  const early = earlyTranscription(models.transcribe, settling.signal)
  const watch = watchCall(ctx, line, { isBusy: () => voice.isGoing() || turns.isBusy(), onEnd: end })
  line.signal.addEventListener('abort', () => void settle())
  models.ready(settling.signal).catch((error: unknown) => {
    if (settling.signal.aborted) return
    const known = callErrorOf(error, parties)
    if (known) end(known.code, known.message)
    else fail(error)
  })
  // The caller may have hung up while the call was being set up.
  if (line.signal.aborted) void settle()

  if (parties.conversation.assigned_user_id !== null) {
    readOperator(ctx, parties.conversation.assigned_user_id)
      .then((operator_name) => line.send({ type: 'operator_changed', operator_name }))
      .catch(reportFailure)
  }

  if (earlier) continueCall(earlier).catch(reportFailure)

  /** What an earlier call in the conversation left unsaid and unanswered. */
  async function continueCall({ turn, answer }: CallProgress): Promise<void> {
    if (answer && !hasOperator) await voice.continueAnswer(answer)
    if (turn && !isEnding) turns.typed({ ...turn, attachments: [] })
  }

  function onSpeech(speech: Speech): void {
    watch.active()
    if (speech.type === 'started') {
      line.send({ type: 'speech_started' })
      turns.speechStarted()
      voice.giveWay()
      return
    }
    // A realtime model has what it transcribes in its conversation.
    if (speech.type === 'paused' && models.realtime === null) early.paused(speech.samples)
    if (speech.type === 'resumed') early.resumed()
    if (speech.type !== 'ended') return
    line.send({ type: 'speech_stopped' })
    voice.setThinking(!hasOperator)
    turns.speechEnded(early.take(speech.samples))
  }

  function onNothing({ failure }: Parameters<Parameters<typeof turnQueue>[0]['onNothing']>[0]): void {
    if (voice.resume()) return
    voice.setThinking(false)
    const error = failure && callErrorOf(failure, parties)
    const message = 'That could not be understood. Please say it again.'
    if (error?.code && failure?.name === 'RunFailure') line.send({ type: 'error', ...error, is_final: false })
    else line.send({ type: 'error', code: 'NOT_UNDERSTOOD', message, is_final: false })
  }

  async function onTurn(turn: Turn): Promise<void> {
    voice.interrupt()
    await voice.untilCut()
    try {
      const reading = readCallParties(ctx, caller).catch((error: unknown) => {
        throw error instanceof AppError ? new NotAllowed(error.message) : error
      })
      const [now] = await Promise.all([reading, models.refresh()])
      const asked = turn.attachments.length === 0 ? voice.question() : null
      if (asked && (await answerQuestion(now.ctx, asked, turn.text))) {
        await saveAnswer(now.ctx, now.parties, turn)
        return
      }
      const { received, refusal } = await receiveTurn(
        now.ctx,
        now.parties,
        turn,
        // Nobody hears the answer any more.
        isEnding ? undefined : models.realtime?.candidate,
      )
      showCaption(received.question)
      const error = refusal === null ? null : callErrorOf(refusal, parties)
      if (error) line.send({ type: 'error', ...error, is_final: false })
      if (received.run && !isEnding) {
        voice.answer(now.ctx, now.parties, received, { listening: turn.listening, heard: '' })
      } else {
        if (received.run) ending = { unheard: { message_id: received.answer.id, heard: '' }, isNew: true }
        voice.setThinking(false)
      }
    } catch (error) {
      voice.setThinking(false)
      // The client has sent it twice.
      if (violates(error, 'a_client_sends_a_message_once')) return
      if (error instanceof NotAllowed) return end('CALL_NOT_ALLOWED', error.message)
      throw error
    }
  }

  /** Part of the conversation like everything that is said; the answer that waited for it continues. */
  async function saveAnswer(ctx: OrgContext, parties: CallParties, turn: Turn): Promise<void> {
    const kept = await keepTurn(ctx, parties, turn)
    if (kept) showCaption(kept.question)
    voice.setThinking(true)
  }

  function showCaption({ id: message_id, content: text }: { id: string; content: string }): void {
    line.send({ type: 'caption', message_id, role: 'user', text, is_final: true })
  }

  function reportFailure(error: unknown): void {
    const known = callErrorOf(error, parties)
    if (known) line.send({ type: 'error', ...known, is_final: false })
    if (known || settling.signal.aborted) return
    ctx.log.error({ err: error, conversation_id: caller.conversation_id }, 'a turn of a call failed')
    line.send({ type: 'error', code: 'CALL_FAILED', message: 'That could not be answered', is_final: false })
  }

  function fail(error: unknown): void {
    ctx.log.error({ err: error }, 'a call failed')
    end('CALL_FAILED', 'The call failed')
  }

  function end(...[code, message]: Parameters<Call['end']>): void {
    if (isEnding) return
    line.send({ type: 'error', code, message, is_final: true })
    void settle()
  }

  /** What was said until now is saved; an answer that was being spoken is left whole, to be read. */
  async function settle(): Promise<void> {
    if (isEnding) return
    isEnding = true
    watch.stop()
    const timer = setTimeout(() => settling.abort(new Error('The call is over')), SETTLE_TIMEOUT_MS)
    await ears.close()
    ending = { unheard: voice.progress(), isNew: false }
    voice.leave()
    await turns.settle()
    await voice.settle()
    clearTimeout(timer)
    models.close()
    resolve(ending)
  }

  return {
    hear: (pcm) => ears.hear(pcm),
    receive(message) {
      if (isEnding) return
      watch.active()
      if (message.type === 'push_to_talk') ears.hold(message.is_held)
      else if (message.type === 'open_microphone') ears.openMicrophone()
      else {
        voice.interrupt()
        if (message.type !== 'user_message') return
        const { message: text, attachments, client_message_id } = message
        voice.setThinking(!hasOperator)
        turns.typed({ text, attachments, client_message_id })
      }
    },
    readAloud(message) {
      watch.active()
      voice.readAloud(message)
    },
    changeOperator(operator_name) {
      hasOperator = operator_name !== null
      if (hasOperator) voice.leave()
      line.send({ type: 'operator_changed', operator_name })
    },
    continueAnswer(answer) {
      if (!isEnding && !hasOperator) voice.continueAnswer(answer).catch(reportFailure)
    },
    progress: () => ({ turn: turns.unsaved(), answer: voice.progress() }),
    ended,
    end,
  }
}

async function readOperator(ctx: OrgContext, id: string): Promise<string> {
  const [operator] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, id))
  return operator?.name ?? ''
}

class NotAllowed extends Error {}

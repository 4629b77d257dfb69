import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { RunFailure } from '../../runs/run-outcome.ts'
import { callRefusal } from '../call-refusal.ts'
import type { Line } from '../line.ts'
import { type CalledConversation, type Caller, readCalledConversation } from '../read-called-conversation.ts'
import type { CallProgress } from '../table.ts'
import { answerQuestion } from './answer-question.ts'
import type { Call, CallEnding } from './call.ts'
import { type CallError, callErrorOf, SPENT } from './call-error.ts'
import type { CallModels } from './call-models.ts'
import { openEars } from './detection/ears.ts'
import type { Speech } from './detection/speech-detector.ts'
import { earlyTranscription } from './early-transcription.ts'
import { receiveTurn, saveTurn, type Turn } from './receive-turn.ts'
import { speakingTeammate } from './speaking-teammate.ts'
import { turnQueue } from './turns.ts'
import { watchCall } from './watch-call.ts'

/** After the end of a call, what was said last is still transcribed for so long. */
const SETTLE_TIMEOUT_MS = 15_000

type Answered = {
  caller: Caller
  called: CalledConversation
  line: Line
  models: CallModels
  /** Where the call broke off that this one continues. */
  earlier: CallProgress | null
}

/** A call, turn by turn: what is said becomes a message, the teammate answers it as anywhere, and the answer is heard. */
export function answerTurns(ctx: OrgContext, { caller, called, line, models, earlier }: Answered): Call {
  const settling = new AbortController()
  const { promise: ended, resolve } = Promise.withResolvers<CallEnding>()
  let isEnding = false
  let ending: CallEnding = { unheard: null, isNew: false }
  /** While an operator has the conversation, the teammate does not think. */
  let hasOperator = called.conversation.assigned_user_id !== null
  /** Whom the caller knows to have the conversation. */
  let shownOperator: string | null = null
  const voice = speakingTeammate(ctx, {
    called,
    line: {
      ...line,
      sendAudio(pcm) {
        ears.expectEcho(pcm)
        line.sendAudio(pcm)
      },
    },
    models,
    onVoiceFailure: reportVoiceFailure,
    onFailure: reportFailure,
  })
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
    const known = callErrorOf(error, called)
    if (!known) return fail(error)
    ctx.log.warn({ err: error, conversation_id: caller.conversation_id }, 'the models of a call are not ready')
    endWith(known)
  })
  // The caller may have hung up while the call was being set up.
  if (line.signal.aborted) void settle()

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
    turns.speechEnded(early.take(speech.samples), speech.pause_ms > 0)
  }

  function onNothing({ failure }: Parameters<Parameters<typeof turnQueue>[0]['onNothing']>[0]): void {
    if (voice.resume()) return
    voice.setThinking(false)
    const error = failure instanceof RunFailure ? callErrorOf(failure, called) : null
    const message = 'That could not be understood. Please say it again.'
    report(error ?? { code: 'NOT_UNDERSTOOD', message })
  }

  async function onTurn(turn: Turn): Promise<void> {
    voice.interrupt()
    await voice.untilCut()
    try {
      const [now] = await Promise.all([readConversationNow(), models.refresh()])
      if (!now) return voice.setThinking(false)
      const asked = turn.attachments.length === 0 ? voice.question() : null
      if (asked && (await answerQuestion(now.ctx, asked, turn.text))) {
        await saveAnswer(now.ctx, now.called, turn)
        return
      }
      const { received, refusal } = await receiveTurn(
        now.ctx,
        now.called,
        turn,
        // The answer is no longer played.
        isEnding ? undefined : models.realtime?.candidate,
      )
      showCaption(received.question)
      const error = refusal === null ? null : callErrorOf(refusal, called)
      if (error) report(error)
      if (received.run && !isEnding) {
        voice.answer(now.ctx, now.called, received, { listening: turn.listening, heard: '' })
      } else {
        if (received.run) ending = { unheard: { message_id: received.answer.id, heard: '' }, isNew: true }
        voice.setThinking(false)
      }
    } catch (error) {
      voice.setThinking(false)
      // The client has sent it twice.
      if (violates(error, 'a_client_sends_a_message_once')) return
      throw error
    }
  }

  /** Null where the caller may not call any more, with which the call ends. */
  async function readConversationNow() {
    try {
      return await readCalledConversation(ctx, caller)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      endWith(callRefusal(error, caller))
      return null
    }
  }

  /** Part of the conversation like everything that is said; the answer that waited for it continues. */
  async function saveAnswer(ctx: OrgContext, called: CalledConversation, turn: Turn): Promise<void> {
    const saved = await saveTurn(ctx, called, turn)
    if (saved) showCaption(saved.question)
    voice.setThinking(true)
  }

  function showCaption({ id: message_id, content: text }: { id: string; content: string }): void {
    line.send({ type: 'caption', message_id, role: 'user', text, is_final: true })
  }

  function reportFailure(error: unknown): void {
    const known = callErrorOf(error, called)
    if (known) report(known)
    if (known || settling.signal.aborted) return
    ctx.log.error({ err: error, conversation_id: caller.conversation_id }, 'a turn of a call failed')
    report({ code: 'CALL_FAILED', message: 'That could not be answered' })
  }

  /** The answer continues as text. */
  function reportVoiceFailure(error: unknown): void {
    const known = callErrorOf(error, called)
    if (known && SPENT.has(known.code)) {
      endWith(known)
      return
    }
    ctx.log.warn({ err: error, conversation_id: caller.conversation_id }, 'the voice of a call failed')
    const { name } = called.parties.teammate
    report({ code: 'VOICE_FAILED', message: `${name}’s voice failed. The rest is shown as text.` })
  }

  /** Where nothing more is paid for, nothing more would be heard or answered: the call ends. */
  function report(error: CallError): void {
    if (SPENT.has(error.code)) endWith(error)
    else line.send({ type: 'error', ...error, is_final: false })
  }

  function endWith({ code, message }: CallError): void {
    end(code, message)
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
      if (operator_name === shownOperator) return
      shownOperator = operator_name
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

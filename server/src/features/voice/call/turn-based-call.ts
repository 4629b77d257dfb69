import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import { waitForRequestTurn } from '#platform/yield-to-event-loop.ts'
import type { Pcm } from '../../models/speech/speech-language.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { callRefusal } from '../call-refusal.ts'
import type { Line } from '../line.ts'
import { type CalledConversation, type Caller, readCalledConversation } from '../read-called-conversation.ts'
import type { CallProgress, MissedWords } from '../table.ts'
import { answerQuestion } from './answer-question.ts'
import type { Call, CallEnding } from './call.ts'
import type { CallModels } from './call-models.ts'
import { callReports } from './call-reports.ts'
import { Ears } from './detection/ears.ts'
import type { Speech } from './detection/speech-detector.ts'
import { earlyTranscription } from './early-transcription.ts'
import { receiveTurn, saveTurn, type Turn } from './receive-turn.ts'
import { SpeakingTeammate } from './speaking-teammate.ts'
import { isSentence } from './transcribe-turn.ts'
import { type Nothing, TurnQueue } from './turn-queue.ts'
import { watchCall } from './watch-call.ts'

/** What a turn costs the thread between its statements: rights and models are read, the message is written and shown. */
const TURN_MS = 5
/** After the end of a call, what was said last is still transcribed for so long. */
const SETTLE_TIMEOUT_MS = 15_000

type Parts = {
  caller: Caller
  called: CalledConversation
  line: Line
  models: CallModels
  /** Where the call broke off that this one continues. */
  earlier: CallProgress | null
}
type Now = Awaited<ReturnType<typeof readCalledConversation>>

/** A call, turn by turn: what is said becomes a message, the teammate answers it as anywhere, and the answer is heard. */
export class TurnBasedCall implements Call {
  readonly ended: Promise<CallEnding>
  readonly #setEnded: (ending: CallEnding) => void
  readonly #ctx: OrgContext
  readonly #caller: Caller
  readonly #line: Line
  readonly #models: CallModels
  readonly #reports: ReturnType<typeof callReports>
  readonly #voice: SpeakingTeammate
  readonly #turns: TurnQueue
  readonly #ears: Ears
  readonly #early: ReturnType<typeof earlyTranscription>
  readonly #watch: ReturnType<typeof watchCall>
  readonly #settling = new AbortController()
  #isEnding = false
  #ending: Omit<CallEnding, 'missed'> = { unheard: null }
  #missed: MissedWords = 'none'
  /** The answer of an earlier call that is spoken on here: two sources may report the same one. */
  #continuedId: string | null = null
  /** While an operator has the conversation, the teammate does not think. */
  #hasOperator: boolean
  /** Whom the caller knows to have the conversation. */
  #shownOperator: string | null = null

  constructor(ctx: OrgContext, { caller, called, line, models, earlier }: Parts) {
    const { promise, resolve } = Promise.withResolvers<CallEnding>()
    this.ended = promise
    this.#setEnded = resolve
    this.#ctx = ctx
    this.#caller = caller
    this.#line = line
    this.#models = models
    this.#hasOperator = called.conversation.assigned_user_id !== null
    const reports = callReports(ctx, {
      called,
      line,
      isOver: () => this.#settling.signal.aborted,
      end: (code, message) => this.end(code, message),
    })
    this.#reports = reports
    this.#voice = new SpeakingTeammate(ctx, {
      called,
      line: {
        ...line,
        sendAudio: (pcm) => {
          this.#ears.expectEcho(pcm)
          line.sendAudio(pcm)
        },
      },
      models,
      onVoiceFailure: reports.voiceFailed,
      onFailure: reports.turnFailed,
    })
    this.#turns = new TurnQueue({
      onTurn: (turn) => this.#onTurn(turn),
      onNothing: (nothing) => this.#onNothing(nothing),
      onMissed: (nothing) => this.#onMissed(nothing),
      onFailure: reports.turnFailed,
    })
    this.#ears = new Ears({
      organization_id: ctx.organization.id,
      onSpeech: (speech) => this.#onSpeech(speech),
      isAnswerSpoken: () => this.#voice.isHeard,
      onFailure: reports.callFailed,
    })
    this.#early = earlyTranscription(models.transcribe, this.#settling.signal)
    this.#watch = watchCall(ctx, line, {
      isBusy: () => this.#voice.isGoing || this.#turns.isBusy,
      onEnd: (code, message) => this.end(code, message),
    })
    this.#begin()
    if (earlier) this.#continue(earlier).catch(reports.turnFailed)
  }

  #begin(): void {
    const { signal } = this.#line
    signal.addEventListener('abort', () => void this.#settle())
    this.#models.ready(this.#settling.signal).catch((error: unknown) => {
      if (!this.#settling.signal.aborted) this.#reports.modelsNotReady(error)
    })
    // The caller may have hung up while the call was being set up.
    if (signal.aborted) void this.#settle()
  }

  /** What an earlier call in the conversation left unsaid and unanswered. */
  async #continue({ turn, answer, missed = 'none' }: CallProgress): Promise<void> {
    this.#continueMissed(missed)
    if (answer && answer.message_id !== this.#continuedId && !this.#hasOperator && !this.#isEnding) {
      this.#continuedId = answer.message_id
      await this.#voice.continueAnswer(answer)
    }
    if (turn && !this.#isEnding) this.#turns.typed({ ...turn, attachments: [] })
  }

  #continueMissed(missed: MissedWords): void {
    if (missed === 'unreported') this.#onMissed({ failure: null })
    else if (this.#missed === 'none') this.#missed = missed
  }

  hear(pcm: Pcm): void {
    this.#ears.hear(pcm)
  }

  #onSpeech(speech: Speech): void {
    this.#watch.active()
    switch (speech.type) {
      case 'started':
        this.#line.send({ type: 'speech_started' })
        this.#turns.speechStarted()
        this.#voice.giveWay()
        break
      case 'paused':
        // A realtime model has what it transcribes in its conversation.
        if (this.#models.realtime === null) this.#early.paused(speech.samples)
        break
      case 'resumed':
        this.#early.resumed()
        break
      case 'ended':
        this.#line.send({ type: 'speech_stopped' })
        this.#voice.setThinking(!this.#hasOperator)
        this.#turns.speechEnded(this.#early.take(speech), {
          isOpen: speech.pause_ms > 0,
          isSentence: isSentence(speech),
        })
    }
  }

  #onMissed({ failure }: Pick<Nothing, 'failure'>): void {
    this.#missed = this.#isEnding ? 'unreported' : 'reported'
    this.#reports.notUnderstood(failure)
  }

  #onNothing(nothing: Nothing): void {
    const isAnswered = this.#voice.resume()
    if (!isAnswered) this.#voice.setThinking(false)
    if (nothing.isMissed) this.#onMissed(nothing)
    else if (!isAnswered) this.#reports.notUnderstood(nothing.failure)
  }

  receive(message: Parameters<Call['receive']>[0]): void {
    if (this.#isEnding) return
    this.#watch.active()
    switch (message.type) {
      case 'push_to_talk':
        this.#ears.hold(message.is_held)
        break
      case 'open_microphone':
        this.#ears.openMicrophone()
        break
      case 'interrupt':
        this.#voice.interrupt()
        break
      case 'user_message': {
        const { message: text, attachments, client_message_id } = message
        this.#voice.interrupt()
        this.#voice.setThinking(!this.#hasOperator)
        this.#turns.typed({ text, attachments, client_message_id })
      }
    }
  }

  async #onTurn(turn: Turn): Promise<void> {
    this.#voice.interrupt()
    await this.#voice.untilCut()
    await waitForRequestTurn(TURN_MS)
    try {
      const [now] = await Promise.all([this.#readConversation(), this.#models.refresh()])
      if (!now) return this.#voice.setThinking(false)
      if (!(await this.#answerQuestion(now, turn))) await this.#receiveTurn(now, turn)
    } catch (error) {
      this.#voice.setThinking(false)
      // The client has sent it twice.
      if (violates(error, 'a_client_sends_a_message_once')) return
      throw error
    }
  }

  /** Null where the caller may not call any more, with which the call ends. */
  async #readConversation(): Promise<Now | null> {
    try {
      return await readCalledConversation(this.#ctx, this.#caller)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, message } = callRefusal(error, this.#caller)
      this.end(code, message)
      return null
    }
  }

  /** False where the turn answers no question. Else the answer that waited for it continues. */
  async #answerQuestion({ ctx, called }: Now, turn: Turn): Promise<boolean> {
    const asked = turn.attachments.length === 0 ? this.#voice.question : null
    if (!asked || !(await answerQuestion(ctx, asked, turn.text))) return false
    // Part of the conversation like everything that is said.
    const saved = await saveTurn(ctx, called, turn)
    if (saved) this.#showCaption(saved.question)
    this.#voice.setThinking(true)
    return true
  }

  async #receiveTurn({ ctx, called }: Now, turn: Turn): Promise<void> {
    // The answer is no longer played once the call is over.
    const realtime = this.#isEnding ? undefined : this.#models.realtime?.candidate
    const { received, refusal } = await receiveTurn(ctx, called, turn, realtime)
    this.#showCaption(received.question)
    if (refusal !== null) this.#reports.notAnswered(refusal)
    if (received.run && !this.#isEnding) {
      this.#voice.answer(ctx, called, received, { listening: turn.listening, heard: '' })
      return
    }
    if (received.run) this.#ending = { unheard: { message_id: received.answer.id, heard: '' } }
    this.#voice.setThinking(false)
  }

  #showCaption({ id: message_id, content: text }: { id: string; content: string }): void {
    this.#line.send({ type: 'caption', message_id, role: 'user', text, is_final: true })
  }

  readAloud(message: Parameters<Call['readAloud']>[0]): void {
    this.#watch.active()
    this.#voice.readAloud(message)
  }

  changeOperator(operator_name: string | null): void {
    this.#hasOperator = operator_name !== null
    if (operator_name === this.#shownOperator) return
    this.#shownOperator = operator_name
    if (this.#hasOperator) this.#voice.leave()
    this.#line.send({ type: 'operator_changed', operator_name })
  }

  continueCall(left: Parameters<Call['continueCall']>[0]): void {
    this.#continue({ ...left, turn: null }).catch(this.#reports.turnFailed)
  }

  progress(): CallProgress {
    return { turn: this.#turns.unsaved, answer: this.#voice.progress, missed: this.#missed }
  }

  end(...[code, message]: Parameters<Call['end']>): void {
    if (this.#isEnding) return
    this.#line.send({ type: 'error', code, message, is_final: true })
    void this.#settle()
  }

  /** What was said until now is saved; an answer that was being spoken is left whole, to be read. */
  async #settle(): Promise<void> {
    if (this.#isEnding) return
    this.#isEnding = true
    this.#watch.stop()
    const timer = setTimeout(() => this.#settling.abort(new Error('The call is over')), SETTLE_TIMEOUT_MS)
    await this.#ears.close()
    this.#ending = { unheard: this.#voice.progress }
    this.#voice.leave()
    await this.#turns.settle()
    await this.#voice.settle()
    clearTimeout(timer)
    this.#models.close()
    this.#setEnded({ ...this.#ending, missed: this.#missed })
  }
}

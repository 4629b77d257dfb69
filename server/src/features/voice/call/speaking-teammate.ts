import type { WaitingFor } from '#contracts/waiting.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { cutToHeard } from '../../replies/cut-to-heard.ts'
import { setFirstCandidate } from '../../replies/first-candidates.ts'
import { followAnswer } from '../../replies/follow-answer.ts'
import type { Speaker } from '../../runs/speech/synthesize-speech.ts'
import { voiceThinkingEnded, voiceThinkingStarted } from '../events.ts'
import type { Line } from '../line.ts'
import type { CalledConversation } from '../read-called-conversation.ts'
import type { CallProgress } from '../table.ts'
import type { Call } from './call.ts'
import type { CallModels } from './call-models.ts'
import { type Answered, findAnswer } from './find-answer.ts'
import { logAnswer } from './log-answer.ts'
import { PendingWork } from './pending-work.ts'
import { answerEvents } from './speech/answer-events.ts'
import type { LiveSpeech } from './speech/live-speech.ts'
import { SpokenAnswer } from './speech/spoken-answer.ts'
import type { ToSpeak } from './speech/to-speak.ts'
import type { Listening } from './transcribe-turn.ts'

/** An answer that cannot be stopped for so long is cut later, in whichever turn that is. */
const CUT_WAIT_MS = 3000
const CUT_TIMEOUT_MS = 60_000
const LOG_WAIT_MS = 2000

type Parts = { called: CalledConversation; line: Line; models: CallModels } & Pick<
  ToSpeak,
  'onVoiceFailure' | 'onFailure'
>
type Question = Extract<WaitingFor, { kind: 'question' }>
type OperatorMessage = Parameters<Call['readAloud']>[0]
/** What was listened to before it, and what of it was heard in an earlier call. */
type Asked = { listening: Listening | null; heard: string }
type Current = {
  spoken: SpokenAnswer
  sent: Answered | null
  /** What a person wrote, of whom it is read aloud. */
  typed: OperatorMessage | null
  /** What a realtime model says of it, which need not be the call's model any more. */
  live: LiveSpeech | null
  wasInterrupted: boolean
}

/** The speaking half of a call: one voice, which says answers and operators' messages and is interrupted. */
export class SpeakingTeammate {
  readonly #ctx: OrgContext
  readonly #parts: Parts
  #current: Current | null = null
  #isThinking = false
  #hasLeft = false
  /** Operators' messages that are still to be said. */
  #unread: OperatorMessage[] = []
  readonly #cutting: PendingWork
  readonly #logging: PendingWork

  constructor(ctx: OrgContext, parts: Parts) {
    this.#ctx = ctx
    this.#parts = parts
    this.#cutting = new PendingWork(ctx.log)
    this.#logging = new PendingWork(ctx.log)
  }

  setThinking(now: boolean): void {
    if (this.#isThinking === now) return
    this.#isThinking = now
    this.#parts.line.send({ type: now ? 'thinking_started' : 'thinking_ended' })
  }

  /** Speaks an answer while it grows. */
  answer(ctx: OrgContext, called: CalledConversation, sent: Answered, { listening, heard }: Asked): void {
    const { models, line, onVoiceFailure, onFailure } = this.#parts
    // It waits, and is to be read on the page when it continues.
    this.#leaveCurrent()
    const speaker = this.#openSpeaker(ctx, called)
    const { realtime } = models
    const live = realtime?.speech ?? null
    const endThinking = this.#beginThinking(called, sent)
    const spoken = new SpokenAnswer({
      message_id: sent.answer.id,
      role: 'assistant',
      heard,
      parties: called.parties,
      source: (signal) => followAnswer(ctx, sent.answer.id, signal),
      line,
      speaker,
      live,
      onThought: () => endThinking(spoken),
      onVoiceFailure,
      onFailure,
    })
    const answering = { spoken, sent, typed: null, live, wasInterrupted: false }
    this.#current = answering
    const release = realtime ? setFirstCandidate(sent.run.id, realtime.candidate) : () => undefined
    void spoken.done.then(release).then(() => this.#sayNextUnread())
    this.#logging.add(logAnswer(ctx, answering, speaker, listening))
  }

  /** Shows that the teammate thinks, here and on pages, until the returned function is called. */
  #beginThinking({ parties }: CalledConversation, { answer }: Answered): (spoken: SpokenAnswer) => void {
    const ids = { conversation_id: answer.conversation_id, message_id: answer.id }
    const report = (error: unknown) =>
      this.#ctx.log.warn({ err: error }, 'it could not be shown that a teammate thinks')
    let isOver = false
    this.setThinking(true)
    this.#ctx.emit(voiceThinkingStarted, ids, parties).catch(report)
    return (spoken) => {
      if (isOver) return
      isOver = true
      if (this.#current === null || this.#current.spoken === spoken) this.setThinking(false)
      this.#ctx.emit(voiceThinkingEnded, ids, parties).catch(report)
    }
  }

  /** Speaks what the caller has not heard yet of an answer of an earlier call. */
  async continueAnswer({ message_id, heard }: NonNullable<CallProgress['answer']>): Promise<void> {
    const { called } = this.#parts
    const found = await findAnswer(this.#ctx, called.conversation.id, message_id)
    if (found && !this.#hasLeft) this.answer(this.#ctx, called, found, { listening: null, heard })
  }

  readAloud(message: OperatorMessage): void {
    this.#unread.push(message)
    this.#sayNextUnread()
  }

  #sayNextUnread(): void {
    if (this.#hasLeft || this.#current?.spoken.isGoing) return
    const message = this.#unread.shift()
    if (!message) return
    const { called, models, line, onVoiceFailure, onFailure } = this.#parts
    const spoken = new SpokenAnswer({
      message_id: message.id,
      role: 'operator',
      parties: called.parties,
      source: () => once(message.text),
      line,
      // The teammate may have been changed since the caller’s last turn.
      speaker: this.#openSpeaker(this.#ctx, called, models.refresh()),
      live: null,
      onThought: () => undefined,
      onVoiceFailure,
      onFailure,
    })
    this.#current = { spoken, sent: null, typed: message, live: null, wasInterrupted: false }
    void spoken.done.then(() => this.#sayNextUnread())
  }

  #openSpeaker(ctx: OrgContext, called: CalledConversation, refreshed = Promise.resolve()): Promise<Speaker> {
    const speaker = refreshed.then(() => this.#parts.models.openSpeaker(ctx, called))
    // It is awaited with the first sentence, maybe after it has failed.
    speaker.catch(() => undefined)
    return speaker
  }

  /**
   * Someone begins to speak. What is being said waits until it is known whether they say anything: a cough stops no answer.
   */
  giveWay(): void {
    if (!this.#current?.spoken.pause()) this.interrupt()
  }

  /** Nothing was said; false where no answer has waited for it. */
  resume(): boolean {
    if (!this.#current?.spoken.resume()) return false
    if (this.#current.spoken.isStarted) this.setThinking(false)
    return true
  }

  interrupt(): void {
    const interrupted = this.#current
    const typed = interrupted?.spoken.isGoing ? interrupted.typed : null
    this.#interruptCurrent(interrupted)
    this.#showTyped(typed)
    this.#showUnread()
  }

  /** What a person typed was sent, whether or not it was heard: it is shown whole. */
  #showTyped(message: OperatorMessage | null): void {
    if (!message) return
    const { line, called } = this.#parts
    answerEvents({ message_id: message.id, role: 'operator', line, parties: called.parties }).caption(
      message.text,
      true,
    )
  }

  #showUnread(): void {
    for (const message of this.#unread) this.#showTyped(message)
    this.#unread = []
  }

  #interruptCurrent(interrupted: Current | null): void {
    if (!interrupted) return
    this.setThinking(false)
    // What is said now may be the answer to its question.
    if (interrupted.spoken.waitingFor !== null) {
      interrupted.spoken.hush()
      return
    }
    this.#current = null
    interrupted.live?.clear()
    interrupted.wasInterrupted = true
    const heard = interrupted.spoken.stop()
    if (heard !== null && interrupted.sent) this.#cut(interrupted.sent, heard)
  }

  #cut({ run, answer }: Answered, heard: string): void {
    const cut = { run, message_id: answer.id, conversation_id: answer.conversation_id, heard }
    const { parties } = this.#parts.called
    this.#cutting.add(cutToHeard(this.#ctx, cut, parties, AbortSignal.timeout(CUT_TIMEOUT_MS)))
  }

  /** The history of the next turn must not contain text that was not heard. */
  untilCut(): Promise<void> {
    return this.#cutting.within(CUT_WAIT_MS)
  }

  /** Says nothing more of what is being said, and leaves it to be read. */
  leave(): void {
    this.#leaveCurrent()
    this.#showUnread()
    this.#current = null
    this.setThinking(false)
  }

  #leaveCurrent(): void {
    const left = this.#current
    if (!left?.spoken.isGoing) return
    left.spoken.leave()
    this.#showTyped(left.typed)
  }

  async settle(): Promise<void> {
    this.#hasLeft = true
    await this.#cutting.done()
    // An answer that is still being written is logged when it has ended.
    await this.#logging.within(LOG_WAIT_MS)
  }

  get isGoing(): boolean {
    return this.#current?.spoken.isGoing ?? false
  }

  get isHeard(): boolean {
    return this.#current?.spoken.isHeard ?? false
  }

  /** The question that the answer waits for, and its run. */
  get question(): { run_id: string; question: Question } | null {
    const waiting_for = this.#current?.spoken.waitingFor
    if (waiting_for?.kind !== 'question' || !this.#current?.sent) return null
    return { run_id: this.#current.sent.run.id, question: waiting_for }
  }

  /** The answer that is being spoken, and what was heard of it. */
  get progress(): CallProgress['answer'] {
    if (!this.#current?.sent || !this.#current.spoken.isGoing) return null
    return { message_id: this.#current.sent.answer.id, heard: this.#current.spoken.heard() }
  }
}

async function* once(text: string) {
  yield { text, waiting_for: null, end: 'completed' as const }
}

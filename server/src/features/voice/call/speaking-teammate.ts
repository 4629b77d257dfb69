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
import type { LiveSpeech } from './speech/live-speech.ts'
import { speakAnswer } from './speech/speak-answer.ts'
import type { SpokenAnswer, ToSpeak } from './speech/spoken-answer.ts'
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
  /** What a realtime model says of it, which need not be the call's model any more. */
  live: LiveSpeech | null
  wasInterrupted: boolean
}

/** The speaking half of a call: one voice, which says answers and operators' messages and is interrupted. */
export function speakingTeammate(ctx: OrgContext, { called, line, models, onVoiceFailure, onFailure }: Parts) {
  let current: Current | null = null
  let isThinking = false
  let isLeft = false
  /** Operators' messages that are still to be said. */
  let unread: OperatorMessage[] = []
  const cutting = new Set<Promise<void>>()
  const logging = new Set<Promise<void>>()

  function setThinking(now: boolean): void {
    if (isThinking === now) return
    isThinking = now
    line.send({ type: now ? 'thinking_started' : 'thinking_ended' })
  }

  function save(work: Promise<void>, among: Set<Promise<void>>): void {
    const saved = work
      .catch((error) => ctx.log.error({ err: error }, 'what became of a spoken answer could not be saved'))
      .finally(() => among.delete(saved))
    among.add(saved)
  }

  function open(of: OrgContext, called: CalledConversation, refreshed = Promise.resolve()): Promise<Speaker> {
    const speaker = refreshed.then(() => models.openSpeaker(of, called))
    // It is awaited with the first sentence, maybe after it has failed.
    speaker.catch(() => undefined)
    return speaker
  }

  function interrupt(): void {
    unread = []
    const interrupted = current
    if (!interrupted) return
    const { spoken, sent } = interrupted
    setThinking(false)
    // What is said now may be the answer to its question.
    if (spoken.waitingFor() !== null) {
      spoken.hush()
      return
    }
    current = null
    interrupted.live?.clear()
    interrupted.wasInterrupted = true
    const stopped = spoken.stop()
    if (!stopped || !sent) return
    const { id: message_id, conversation_id } = sent.answer
    const cut = { run: sent.run, message_id, conversation_id, heard: stopped.heard }
    save(cutToHeard(ctx, cut, called.parties, AbortSignal.timeout(CUT_TIMEOUT_MS)), cutting)
  }

  /**
   * Someone begins to speak. What is being said waits until it is known whether they say anything: a cough stops no answer.
   */
  function giveWay(): void {
    if (!current?.spoken.pause()) interrupt()
  }

  function resume(): boolean {
    if (!current?.spoken.resume()) return false
    if (current.spoken.isStarted()) setThinking(false)
    return true
  }

  function sayNextUnread(): void {
    if (isLeft || current?.spoken.isGoing()) return
    const [message, ...rest] = unread
    if (!message) return
    unread = rest
    const spoken = speakAnswer({
      message_id: message.id,
      role: 'operator',
      parties: called.parties,
      source: () => once(message.text),
      line,
      // The teammate may have been changed since the caller’s last turn.
      speaker: open(ctx, called, models.refresh()),
      live: null,
      onThought: () => undefined,
      onVoiceFailure,
      onFailure,
    })
    current = { spoken, sent: null, live: null, wasInterrupted: false }
    void spoken.done.then(sayNextUnread)
  }

  /** Speaks an answer while it grows. */
  function answer(of: OrgContext, now: CalledConversation, sent: Answered, { listening, heard }: Asked): void {
    const { parties } = now
    // It waits, and is to be read on the page when it continues.
    current?.spoken.leave()
    const ids = { conversation_id: sent.answer.conversation_id, message_id: sent.answer.id }
    let isThought = false
    const report = (error: unknown) => ctx.log.warn({ err: error }, 'it could not be shown that a teammate thinks')
    setThinking(true)
    ctx.emit(voiceThinkingStarted, ids, parties).catch(report)
    const speaker = open(of, now)
    const { realtime } = models
    const live = realtime?.speech ?? null
    const spoken = speakAnswer({
      message_id: ids.message_id,
      role: 'assistant',
      heard,
      parties,
      source: (signal) => followAnswer(of, ids.message_id, signal),
      line,
      speaker,
      live,
      onThought() {
        if (isThought) return
        isThought = true
        if (current === null || current.spoken === spoken) setThinking(false)
        ctx.emit(voiceThinkingEnded, ids, parties).catch(report)
      },
      onVoiceFailure,
      onFailure,
    })
    const answering = { spoken, sent, live, wasInterrupted: false }
    current = answering
    const release = realtime ? setFirstCandidate(sent.run.id, realtime.candidate) : () => undefined
    void spoken.done.then(release).then(sayNextUnread)
    save(logAnswer(of, answering, speaker, listening), logging)
  }

  return {
    setThinking,
    interrupt,
    answer,
    giveWay,
    /** Nothing was said; false where no answer has waited for it. */
    resume,
    isGoing: () => current?.spoken.isGoing() ?? false,
    isHeard: () => current?.spoken.isHeard() ?? false,

    /** The question that the answer waits for, and its run. */
    question(): { run_id: string; question: Question } | null {
      const waiting_for = current?.spoken.waitingFor()
      if (waiting_for?.kind !== 'question' || !current?.sent) return null
      return { run_id: current.sent.run.id, question: waiting_for }
    },

    /** The answer that is being spoken, and what was heard of it. */
    progress: (): CallProgress['answer'] =>
      current?.sent && current.spoken.isGoing()
        ? { message_id: current.sent.answer.id, heard: current.spoken.heard() }
        : null,

    /** Speaks what the caller has not heard yet of an answer of an earlier call. */
    async continueAnswer({ message_id, heard }: NonNullable<CallProgress['answer']>): Promise<void> {
      const found = await findAnswer(ctx, called.conversation.id, message_id)
      if (found && !isLeft) answer(ctx, called, found, { listening: null, heard })
    },

    readAloud(message: OperatorMessage): void {
      unread.push(message)
      sayNextUnread()
    },

    /** Says nothing more of what is being said, and leaves it to be read. */
    leave(): void {
      unread = []
      current?.spoken.leave()
      current = null
      setThinking(false)
    },

    /** The history of the next turn must not contain text that was not heard. */
    untilCut: () => within(CUT_WAIT_MS, cutting),

    async settle(): Promise<void> {
      isLeft = true
      await Promise.all(cutting)
      // An answer that is still being written is logged when it has ended.
      await within(LOG_WAIT_MS, logging)
    },
  }
}

async function within(ms: number, work: Iterable<Promise<void>>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([Promise.all(work), promise])
  clearTimeout(timer)
}

async function* once(text: string) {
  yield { text, waiting_for: null, end: 'completed' as const }
}

import type { WaitingFor } from '#contracts/waiting.ts'
import type { AnswerSoFar } from '../../../replies/follow-answer.ts'
import { answerEvents } from './answer-events.ts'
import { AnswerScript } from './answer-script.ts'
import { AnswerSound } from './answer-sound.ts'
import type { LiveAnswer } from './live-speech.ts'
import type { Passage } from './next-passage.ts'
import type { ToSpeak } from './to-speak.ts'

/** An answer that is spoken while it grows. */
export class SpokenAnswer {
  /** Resolves once nothing more of it is spoken; never rejects. */
  readonly done: Promise<void>
  readonly #answer: ToSpeak
  readonly #events: ReturnType<typeof answerEvents>
  readonly #script: AnswerScript
  readonly #sound: AnswerSound
  readonly #stopped = new AbortController()
  readonly #signal: AbortSignal
  #isStarted = false
  #isOver = false
  #waitingFor: WaitingFor | null = null
  /** The question that was asked last. */
  #asked: string | null = null
  /** Its words, which are no part of the answer's text, while it waits for the decision. */
  #askedAloud = ''
  /** When its first sentence was there. */
  #firstPassageAt: number | null = null
  #firstAudioAt: number | null = null

  constructor(answer: ToSpeak) {
    const { line, speaker, live, heard } = answer
    this.#answer = answer
    this.#events = answerEvents(answer)
    this.#signal = AbortSignal.any([this.#stopped.signal, line.signal])
    this.#script = new AnswerScript(live, heard)
    this.#sound = new AnswerSound({
      line,
      speaker,
      signal: this.#signal,
      onBegin: (passage) => this.#begin(passage),
      onVoiceFailure: (error) => {
        answer.onVoiceFailure(error)
        this.#showText()
      },
    })
    this.done = this.#speak()
  }

  async #speak(): Promise<void> {
    try {
      await this.#follow()
    } catch (error) {
      if (!this.#signal.aborted) this.#answer.onFailure(error)
    }
    this.#isOver = true
    await this.#sound.end()
  }

  async #follow(): Promise<void> {
    for await (const now of this.#answer.source(this.#signal)) {
      if (now.end === 'gone' || now.end === 'stopped') return this.leave()
      await this.#speakMore(now)
      if (this.#signal.aborted) return
      await this.#ask(now.waiting_for)
      if (now.end === null) continue
      await this.#sound.untilHeard()
      if (this.#signal.aborted) return
      this.#finish()
      if (now.end === 'failed') this.#answer.onFailure(null)
    }
  }

  async #speakMore({ text, end, waiting_for }: AnswerSoFar): Promise<void> {
    const script = this.#script
    const isComplete = end !== null || waiting_for !== null
    const comparison = script.compare(text)
    this.#waitingFor = waiting_for
    if (waiting_for === null) this.#askedAloud = ''
    if (comparison === 'is_behind' && !isComplete) return
    if (comparison === 'is_another') {
      this.#fallSilent()
      script.restart()
    }
    script.text = text
    if (this.#sound.isVoiceLost) return this.#showText()
    await this.#sayPassages(isComplete)
  }

  async #sayPassages(isComplete: boolean): Promise<void> {
    const [script, sound] = [this.#script, this.#sound]
    for (;;) {
      if (script.followLive((passage, live) => this.#sayLive(passage, live))) {
        if (this.#isStarted) this.#caption(script.end, false)
        continue
      }
      if ((script.isLive && !isComplete) || this.#signal.aborted) return
      const passage = script.next({ isComplete, isFirst: !sound.hasBegun })
      if (!passage) return
      if (passage.spoken !== '') this.#firstPassageAt ??= Date.now()
      await sound.say(passage)
    }
  }

  #sayLive(passage: Passage, live: LiveAnswer): void {
    this.#firstPassageAt ??= Date.now()
    this.#sound.sayLive(passage, live)
  }

  #begin({ end }: Passage): void {
    this.#firstAudioAt ??= Date.now()
    this.#isStarted = true
    this.#answer.onThought()
    this.#events.started()
    this.#caption(end, false)
  }

  /** The voice failed: what is left is shown as it comes, and counts as heard. */
  #showText(): void {
    this.#script.skip()
    this.#caption(this.#script.end, false)
  }

  #caption(end: number, is_final: boolean): void {
    this.#events.caption(this.#script.text.slice(0, end) + this.#askedAloud, is_final)
  }

  async #ask(waiting_for: WaitingFor | null): Promise<void> {
    if (waiting_for?.kind !== 'question' && waiting_for?.kind !== 'approval') return
    // It is decided by others, and until then the answer is not there.
    if (waiting_for.kind === 'approval' && this.#answer.parties.channel.hidesApprovals) return
    if (this.#asked === waiting_for.question_id) return
    this.#asked = waiting_for.question_id
    // A flow's own question is in the text.
    if (waiting_for.kind === 'approval' && waiting_for.tool !== null) {
      const { end } = this.#script
      const spoken = inWords(waiting_for.question, waiting_for.tool.name)
      this.#askedAloud = `\n${spoken}`
      await this.#sound.say({ start: end, end, spoken })
    }
    await this.#sound.untilHeard()
    if (this.#signal.aborted) return
    this.#answer.onThought()
    this.#events.asked()
  }

  #finish(): void {
    this.#isOver = true
    this.#answer.onThought()
    const { text } = this.#script
    if (text !== '') this.#caption(text.length, true)
    this.#events.ended()
  }

  #fallSilent(): void {
    this.#events.cancelled()
    this.#sound.restart()
    this.#isStarted = false
  }

  #halt(): void {
    this.#isOver = true
    this.#sound.stop()
    this.#stopped.abort()
    this.#answer.onThought()
  }

  /** Says nothing until it is resumed; false where it is over or waits for an answer. */
  pause(): boolean {
    if (this.#isOver || this.#waitingFor !== null) return false
    if (this.#isStarted && !this.#sound.isPaused) this.#events.paused()
    this.#sound.pause()
    return true
  }

  /** False where nothing was paused. */
  resume(): boolean {
    if (!this.#sound.isPaused || this.#isOver) return false
    if (this.#isStarted) this.#events.resumed()
    this.#sound.resume()
    return true
  }

  /** Says nothing more until it continues, and counts as heard until here. */
  hush(): void {
    this.#fallSilent()
    this.#script.skip()
  }

  /**
   * Says nothing more of it, and leaves it to be read. Where it was stopped on a page, by a takeover or with its conversation,
   * what is left of its message is not for the call to decide.
   */
  leave(): void {
    if (this.#isOver) return
    this.#halt()
    this.#events.cancelled()
    this.#events.ended()
  }

  /** Stops the audio now; what of the answer's text was heard. Null where it has ended. */
  stop(): string | null {
    if (this.#isOver) return null
    const heard = this.heard()
    // What a person has typed is shown whole.
    if (this.#isStarted && this.#answer.role === 'assistant') this.#events.caption(heard, true)
    this.#halt()
    this.#sound.truncateLive(heard)
    this.#events.cancelled()
    this.#events.ended()
    return heard
  }

  /** What of its text was heard until now. */
  heard(): string {
    return this.#script.heard(this.#sound.heardLength(this.#script.text))
  }

  /** Whether it has begun to be heard. */
  get isStarted(): boolean {
    return this.#isStarted
  }

  /** Whether anything of it is still to be thought of or heard. */
  get isGoing(): boolean {
    return !this.#isOver
  }

  /** Whether its audio is being played. */
  get isHeard(): boolean {
    return this.#isStarted && !this.#isOver && this.#sound.isPlaying
  }

  /** What it waits for, a person or a time; null while it continues. */
  get waitingFor(): WaitingFor | null {
    return this.#isOver ? null : this.#waitingFor
  }

  get figures() {
    return {
      first_passage_at: this.#firstPassageAt,
      first_audio_at: this.#firstAudioAt,
      spoken_seconds: this.#sound.spokenSeconds,
      heard_seconds: this.#sound.heardSeconds,
    }
  }
}

/** Names of tools have marks between their words. */
const inWords = (question: string, tool_name: string): string =>
  question.replace(tool_name, () => tool_name.replace(/[._-]+/g, ' '))

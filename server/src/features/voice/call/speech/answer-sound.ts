import { type Clip, openClip } from './clip.ts'
import { heardLength, type SpokenPassage } from './heard-text.ts'
import type { LiveAnswer } from './live-speech.ts'
import type { Passage } from './next-passage.ts'
import { Playback } from './playback.ts'
import type { ToSpeak } from './to-speak.ts'

/** Passages that are synthesized while another one is played. */
const MAX_AHEAD = 2

type Options = Pick<ToSpeak, 'line' | 'speaker' | 'onVoiceFailure'> & {
  signal: AbortSignal
  /** Called with the first sound of a passage. */
  onBegin(passage: Passage): void
}

/** The sound of one answer: its passages on their way to the caller, and what was heard of them. */
export class AnswerSound {
  readonly #options: Options
  #playback: Playback
  #passages: SpokenPassage[] = []
  #isPaused = false
  #isVoiceLost = false
  /** All that was asked of the voice; what it costs is known when they have ended. */
  readonly #voices: Promise<void>[] = []
  readonly #lives: LiveAnswer[] = []
  #spokenMs = 0
  /** In playbacks that are over. */
  #heardMs = 0
  #wake = (): void => undefined
  readonly #onAbort = (): void => this.#wake()

  constructor(options: Options) {
    this.#options = options
    this.#playback = new Playback(options.line)
    options.signal.addEventListener('abort', this.#onAbort)
  }

  /** Gives a passage to the voice, once few enough are before it. */
  async say(passage: Passage): Promise<void> {
    if (passage.spoken === '') {
      this.#passages.push({ passage, clip: null })
      return
    }
    await this.#until((playback) => playback.countUnfinished() <= MAX_AHEAD)
    if (this.#options.signal.aborted || this.#isVoiceLost) return
    const clip = openClip()
    this.#add({ passage, clip })
    this.#voices.push(this.#fill(clip, passage.spoken))
  }

  /** Plays what a realtime model says by itself. */
  sayLive(passage: Passage, live: LiveAnswer): void {
    this.#lives.push(live)
    this.#add({ passage, clip: live.clip, live })
  }

  #add(spoken: SpokenPassage & { clip: Clip }): void {
    this.#passages.push(spoken)
    this.#playback.add(spoken.clip, () => this.#options.onBegin(spoken.passage))
  }

  async #fill(clip: Clip, text: string): Promise<void> {
    const { speaker, signal, onVoiceFailure } = this.#options
    try {
      const { speak } = await speaker
      for await (const pcm of speak(text, signal)) clip.push(pcm)
    } catch (error) {
      if (signal.aborted || this.#isVoiceLost) return
      this.#isVoiceLost = true
      onVoiceFailure(error)
    } finally {
      clip.end()
      this.#spokenMs += clip.receivedMs()
    }
  }

  /** Waits for the playback to come on, or for the end. */
  async #until(isReached: (playback: Playback) => boolean): Promise<void> {
    while (!this.#options.signal.aborted && !isReached(this.#playback)) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      this.#playback.onProgress(resolve)
      await promise
    }
  }

  untilHeard(): Promise<void> {
    return this.#until((playback) => playback.isIdle())
  }

  pause(): void {
    this.#isPaused = true
    this.#playback.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#playback.resume()
  }

  /** Drops all that was not heard; what follows is counted from its beginning. */
  restart(): void {
    this.#heardMs += this.#playback.heardMs()
    this.#playback.stop()
    this.#playback = new Playback(this.#options.line)
    if (this.#isPaused) this.#playback.pause()
    this.#passages = []
  }

  /** Sends nothing more; what was heard until now can still be asked for. */
  stop(): void {
    this.#playback.stop()
  }

  /** The model is to remember no more of its answer than was heard. */
  truncateLive(heard: string): void {
    for (const { passage, clip, live } of this.#passages) {
      if (!live || !clip || passage.end <= heard.length) continue
      live.truncate({ ms: this.#playback.heardOf(clip), text: heard.slice(passage.start) })
    }
  }

  /** Resolves when nothing more of it comes and its figures are final. */
  async end(): Promise<void> {
    this.#playback.stop()
    this.#heardMs += this.#playback.heardMs()
    this.#spokenMs += this.#lives.reduce((ms, { clip }) => ms + clip.receivedMs(), 0)
    await Promise.all(this.#voices)
    // A composite signal with a listener lives as long as its sources, which is until the call ends, and holds the audio.
    this.#options.signal.removeEventListener('abort', this.#onAbort)
  }

  /** How much of the text was heard, in characters. */
  heardLength(text: string): number {
    return heardLength(text, this.#passages, this.#playback)
  }

  get hasBegun(): boolean {
    return this.#passages.some(({ clip }) => clip !== null)
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  get isVoiceLost(): boolean {
    return this.#isVoiceLost
  }

  get isPlaying(): boolean {
    return !this.#isPaused && !this.#playback.isIdle()
  }

  get spokenSeconds(): number {
    return this.#spokenMs / 1000
  }

  get heardSeconds(): number {
    return this.#heardMs / 1000
  }
}

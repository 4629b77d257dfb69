import { BYTES_PER_MS, SAMPLE_RATE_HZ } from '#contracts/voice-socket.ts'
import { workFor } from '#platform/thread-share.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { resampler } from '../../../models/speech/resample-pcm.ts'
import type { Pcm } from '../../../models/speech/speech-language.ts'
import { echoDetector } from './echo.ts'
import { joinSamples, MAX_UTTERANCE_MS, type Speech, SpeechDetector } from './speech-detector.ts'
import { DETECTION_RATE_HZ, openVoiceActivity } from './voice-activity.ts'

type Options = {
  organization_id: string
  onSpeech(speech: Speech): void
  /** Whether what is heard may be the teammate's own voice. */
  isAnswerSpoken(): boolean
  onFailure(error: unknown): void
}

const MAX_HELD_SAMPLES = (MAX_UTTERANCE_MS / 1000) * DETECTION_RATE_HZ
/** Less in a held button is a rustle. */
const MIN_HELD_VOICE_MS = 100
/** So much is searched in one go: well under a millisecond of work. */
const PIECE_MS = 100
/** Longer than most stalls of a network. A client may also send nothing between sentences, or lose its microphone. */
const MAX_GAP_MS = 5000
/** A little more than time passes, as clocks differ. */
const LIVE_SPEED = 1.1
const LIVE_BURST_MS = 500

/**
 * Finds what the caller says in the audio that comes in, in its order. Audio that comes as fast as time passes is searched as
 * it comes; what comes faster, as after a stall of the network, shares the thread with everyone else.
 */
export class Ears {
  readonly #options: Options
  readonly #resample = resampler({ from_hz: SAMPLE_RATE_HZ, to_hz: DETECTION_RATE_HZ })
  readonly #live = liveAllowance()
  readonly #echo = echoDetector()
  #detector: SpeechDetector | null = null
  /** Audio, and changes of the microphone, that have not been looked at yet. */
  readonly #pending: (Pcm | (() => void))[] = []
  #isCatchingUp = false
  /** While held: all of it is speech. */
  #held: Int16Array[] | null = null
  #heldSamples = 0
  #heldVoiceMs = 0
  #isPushToTalk = false
  /** During an utterance that only a pause ends. */
  #gapTimer: NodeJS.Timeout | undefined
  #isClosed = false
  readonly #closed = Promise.withResolvers<void>()

  constructor(options: Options) {
    this.#options = options
    this.#openDetector().catch((error) => {
      this.#closed.resolve()
      options.onFailure(error)
    })
  }

  async #openDetector(): Promise<void> {
    const activity = await openVoiceActivity()
    this.#detector = new SpeechDetector(activity, this.#echo.isEcho)
    void this.#closed.promise.then(() => activity[Symbol.dispose]())
    this.#proceed()
  }

  hear(pcm: Pcm): void {
    this.#gapTimer?.refresh()
    this.#enqueue(...piecesOf(pcm))
  }

  /** What the caller is sent: it may come back through their microphone. */
  expectEcho(pcm: Pcm): void {
    this.#echo.send(samplesOf(pcm))
  }

  #enqueue(...work: (Pcm | (() => void))[]): void {
    if (this.#isClosed) return
    this.#pending.push(...work)
    this.#proceed()
  }

  #proceed(): void {
    if (!this.#detector || this.#isCatchingUp) return
    while (this.#pending.length > 0 && this.#live.allows(lengthMs(this.#pending[0]))) this.#searchNext()
    if (this.#pending.length === 0) return
    const { organization_id, onFailure } = this.#options
    void workFor(organization_id, () => this.#catchUp()).catch(onFailure)
  }

  async #catchUp(): Promise<void> {
    this.#isCatchingUp = true
    try {
      while (this.#pending.length > 0) {
        if (!this.#live.allows(PIECE_MS)) await yieldToEventLoop()
        this.#searchNext()
      }
    } finally {
      this.#isCatchingUp = false
    }
  }

  #searchNext(): void {
    const next = this.#pending.shift()
    if (typeof next === 'function') next()
    else if (next) this.#search(this.#resample(samplesOf(next)))
  }

  #search(samples: Int16Array): void {
    if (this.#held) this.#hearHeld(this.#held, samples)
    else if (!this.#isPushToTalk) this.#report(this.#detector?.hear(samples, this.#options.isAnswerSpoken()))
  }

  #report(found: Iterable<Speech> = []): void {
    for (const speech of found) {
      if (speech.type === 'started') this.#gapTimer = setTimeout(() => this.#endAfterGap(), MAX_GAP_MS)
      else if (speech.type === 'ended') this.#clearGapTimer()
      this.#options.onSpeech(speech)
    }
  }

  /** The pause that ends a turn is not sent: no more sound comes. */
  #endAfterGap(): void {
    this.#enqueue(() => this.#report(this.#detector?.cut()))
  }

  #clearGapTimer(): void {
    clearTimeout(this.#gapTimer)
    this.#gapTimer = undefined
  }

  /** Push-to-talk: from the first call on, audio counts only while held. */
  hold(isHeld: boolean): void {
    this.#enqueue(() => {
      if (!this.#isPushToTalk) this.#report(this.#detector?.cut())
      this.#isPushToTalk = true
      if (isHeld && this.#held === null) this.#beginHeld()
      else if (!isHeld) this.#endHeld()
    })
  }

  openMicrophone(): void {
    this.#enqueue(() => {
      this.#endHeld()
      this.#isPushToTalk = false
    })
  }

  #beginHeld(): void {
    this.#held = []
    this.#heldSamples = 0
    this.#heldVoiceMs = 0
    this.#options.onSpeech({ type: 'started' })
  }

  #hearHeld(held: Int16Array[], samples: Int16Array): void {
    held.push(samples)
    this.#heldSamples += samples.length
    this.#heldVoiceMs += this.#detector?.measureVoiceMs(samples) ?? 0
    if (this.#heldSamples < MAX_HELD_SAMPLES) return
    this.#endHeld()
    this.#beginHeld()
  }

  #endHeld(): void {
    if (this.#held === null) return
    const samples = joinSamples(this.#held)
    this.#held = null
    // With a voice in it, it was meant to be understood, however short.
    const voiced_ms = this.#heldVoiceMs >= MIN_HELD_VOICE_MS ? (samples.length / DETECTION_RATE_HZ) * 1000 : 0
    this.#options.onSpeech({ type: 'ended', samples, pause_ms: 0, voiced_ms, learnPauses: () => undefined })
  }

  /** Ends what is being said; resolves when all of it is reported. */
  close(): Promise<void> {
    this.#enqueue(() => {
      this.#endHeld()
      this.#report(this.#detector?.cut())
      this.#closed.resolve()
    })
    this.#isClosed = true
    return this.#closed.promise
  }
}

const lengthMs = (next: Pcm | (() => void) | undefined): number =>
  next && typeof next !== 'function' ? next.length / BYTES_PER_MS : 0

function piecesOf(pcm: Pcm): Pcm[] {
  const bytes = PIECE_MS * BYTES_PER_MS
  return Array.from({ length: Math.ceil(pcm.length / bytes) }, (_, n) => pcm.subarray(n * bytes, (n + 1) * bytes))
}

function samplesOf(pcm: Pcm): Int16Array {
  // A copy where the bytes do not begin at a sample of the memory that they are in.
  const bytes = pcm.byteOffset % 2 === 0 ? pcm : Buffer.from(new Uint8Array(pcm).buffer)
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
}

/** How much audio may be searched without waiting for others: as much as time passes. */
function liveAllowance() {
  let leftMs = LIVE_BURST_MS
  let countedAt = performance.now()
  return {
    allows(ms: number): boolean {
      const now = performance.now()
      leftMs = Math.min(LIVE_BURST_MS, leftMs + (now - countedAt) * LIVE_SPEED)
      countedAt = now
      if (leftMs < ms) return false
      leftMs -= ms
      return true
    },
  }
}

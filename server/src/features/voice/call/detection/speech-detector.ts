import { heldTones } from './held-tones.ts'
import { noiseGate } from './noise-gate.ts'
import { periodicity } from './periodicity.ts'
import { END_MS, speakerPauses } from './speaker-pauses.ts'
import { FRAME_MS, FRAME_SAMPLES, type VoiceActivity } from './voice-activity.ts'

const frames = (ms: number): number => Math.round(ms / FRAME_MS)

/** So many of the last frames are speech when someone begins to speak. */
const START = { voiced: frames(140), of: frames(200) }
/** More is asked while the teammate speaks, whose own voice may come back through the caller's microphone. */
const START_OVER_ANSWER = { voiced: frames(180), of: frames(220) }
/** Of the frames at the start so many have the pitch of a voice, which breath and wind have not. */
const MIN_PITCHED_FRAMES = 2
const MIN_PERIODICITY = 0.5
/** Of the frames at the start so many change as speech does. Notes and beeps are held. */
const MIN_CHANGING_FRAMES = 5
/** Over music a voice is heard while so many of the frames of 200 ms change. */
const OVER_MUSIC = { changing: frames(160), of: frames(200) }
/** The length of audio needed to detect a pitch. */
const PITCH_FRAMES = 2
/** Of which it is remembered whether they are voiced. */
const MAX_RECENT_FRAMES = frames(END_MS.max)
/** Speech continues while more of the pause is voiced than noise makes of it. */
const MAX_STRAY_FRAMES = 2
/** A turn that is shorter does not show how long its speaker pauses. */
const MIN_TURN_FRAMES = frames(600)
/** Shorter silence is inside words. */
const MIN_PAUSE_MS = 220
/** The detection of voice holds on for about so long after its end. */
const LAG_MS = 120
/** First syllables are often too soft to be detected. */
const PRE_ROLL_FRAMES = frames(600)
export const MAX_UTTERANCE_MS = 60_000

export type Speech =
  | { type: 'started' }
  /** A pause that may be the end, with what was said until now; speech went on after it. */
  | { type: 'paused'; samples: Int16Array }
  | { type: 'resumed' }
  /** Samples at 16 kHz from a little before the start; `pause_ms` of them are the silence by which the end was known, `voiced_ms` are voice. */
  | {
      type: 'ended'
      samples: Int16Array
      pause_ms: number
      voiced_ms: number
      /** To be called where it had words: its pauses are how this speaker speaks. */
      learnPauses(): void
    }

/** Finds utterances in a stream of samples at 16 kHz. What `isEcho` recognizes starts none. */
export class SpeechDetector {
  readonly #activity: VoiceActivity
  readonly #isEcho: (samples: Int16Array) => boolean
  readonly #isLoud = noiseGate()
  readonly #findTones = heldTones()
  readonly #pauses = speakerPauses()
  #rest = new Int16Array()
  /** Whether each of the last frames is voiced, the newest last. */
  #recent: boolean[] = []
  /** Whether each of them is voiced and holds no tone. */
  #changing: boolean[] = []
  #preRoll: Int16Array[] = []
  #utterance: Int16Array[] | null = null
  /** In the utterance. */
  #voicedFrames = 0
  /** Since the last frame that was voiced; what precedes the first one is no pause. */
  #quietFrames = Number.POSITIVE_INFINITY
  /** Since speech; 0 while it continues. A voiced frame or two in it are noise. */
  #pauseFrames = Number.POSITIVE_INFINITY
  /** Voiced frames in that pause, and how many of them are its last ones. */
  #strayFrames = 0
  #lastStrayFrames = 0
  #isPaused = false
  #voicedSincePause = 0
  /** Since the last utterance. */
  #wasEcho = false

  constructor(activity: VoiceActivity, isEcho: (samples: Int16Array) => boolean = () => false) {
    this.#activity = activity
    this.#isEcho = isEcho
  }

  *hear(samples: Int16Array, isAnswerSpoken: boolean): Generator<Speech> {
    for (const frame of this.#framesOf(samples)) yield* this.#detect(frame, isAnswerSpoken)
  }

  #framesOf(samples: Int16Array): Int16Array[] {
    const all = joinSamples([this.#rest, samples])
    const count = Math.floor(all.length / FRAME_SAMPLES)
    this.#rest = all.slice(count * FRAME_SAMPLES)
    return Array.from({ length: count }, (_, n) => all.slice(n * FRAME_SAMPLES, (n + 1) * FRAME_SAMPLES))
  }

  /** How much of the samples is voice, without a search for turns. */
  measureVoiceMs(samples: Int16Array): number {
    return this.#framesOf(samples).filter((frame) => this.#hasVoice(frame)).length * FRAME_MS
  }

  /** Ends what is being said, without waiting for a pause. */
  *cut(): Generator<Speech> {
    if (this.#utterance !== null) yield this.#end(this.#utterance, 0)
    this.#recent = []
    this.#preRoll = []
  }

  *#detect(frame: Int16Array, isAnswerSpoken: boolean): Generator<Speech> {
    const isVoiced = this.#hasVoice(frame)
    this.#recent = [...this.#recent, isVoiced].slice(-MAX_RECENT_FRAMES)
    this.#quietFrames = isVoiced ? 0 : this.#quietFrames + 1
    this.#measurePause(isVoiced)
    if (this.#utterance !== null) {
      yield* this.#continue(this.#utterance, frame, isVoiced)
      return
    }
    this.#preRoll = [...this.#preRoll, frame].slice(-(PRE_ROLL_FRAMES + START_OVER_ANSWER.of))
    if (!this.#startsNow(isAnswerSpoken)) return
    this.#utterance = this.#preRoll
    if (this.#wasEcho) this.#pauses.discard()
    this.#wasEcho = false
    this.#voicedFrames = countLast(this.#recent, MAX_RECENT_FRAMES)
    yield { type: 'started' }
  }

  #hasVoice(frame: Int16Array): boolean {
    // All see every frame, since they learn the noise from it.
    const isLoudFrame = this.#isLoud(frame)
    const seemsVoiced = this.#activity.isSpeech(frame) && isLoudFrame
    const { isHeld, isMusic } = this.#findTones(frame, isLoudFrame)
    this.#changing = [...this.#changing, seemsVoiced && !isHeld].slice(-MAX_RECENT_FRAMES)
    return seemsVoiced && (!isMusic || countLast(this.#changing, OVER_MUSIC.of) >= OVER_MUSIC.changing)
  }

  /** A click does not divide a pause, as it does not keep a turn from ending: the end would come too soon for its speaker. */
  #measurePause(isVoiced: boolean): void {
    if (isVoiced && this.#pauseFrames === 0) return
    this.#pauseFrames += 1
    this.#lastStrayFrames = isVoiced ? this.#lastStrayFrames + 1 : 0
    if (isVoiced) this.#strayFrames += 1
    if (this.#strayFrames <= MAX_STRAY_FRAMES) return
    const pauseMs = lengthMs(this.#pauseFrames - this.#lastStrayFrames)
    if (pauseMs >= MIN_PAUSE_MS) this.#pauses.add(pauseMs)
    this.#pauseFrames = 0
    this.#strayFrames = 0
    this.#lastStrayFrames = 0
  }

  #startsNow(isAnswerSpoken: boolean): boolean {
    const { voiced, of } = isAnswerSpoken ? START_OVER_ANSWER : START
    if (countLast(this.#recent, of) < voiced || countLast(this.#changing, of) < MIN_CHANGING_FRAMES) return false
    if (!this.#hasPitch(of)) return false
    if (!this.#isEcho(joinSamples(this.#preRoll.slice(-of)))) return true
    // The next comparison is of other audio: this one is known.
    this.#recent = []
    this.#wasEcho = true
    return false
  }

  /** Whether someone’s voice is in the last frames, and not a noise alone. */
  #hasPitch(of: number): boolean {
    const preRoll = this.#preRoll
    let pitched = 0
    for (let end = preRoll.length; end > preRoll.length - of && end >= PITCH_FRAMES; end--) {
      if (this.#recent.at(end - 1 - preRoll.length) !== true) continue
      if (periodicity(joinSamples(preRoll.slice(end - PITCH_FRAMES, end))) >= MIN_PERIODICITY) pitched += 1
    }
    return pitched >= MIN_PITCHED_FRAMES
  }

  *#continue(utterance: Int16Array[], frame: Int16Array, isVoiced: boolean): Generator<Speech> {
    utterance.push(frame)
    if (isVoiced) {
      this.#voicedFrames += 1
      this.#voicedSincePause += 1
    }
    if (this.#isPaused && this.#voicedSincePause > MAX_STRAY_FRAMES) {
      this.#isPaused = false
      yield { type: 'resumed' }
    }
    const endFrames = frames(this.#pauses.endMs())
    const hasEnded = this.#recent.length >= endFrames && countLast(this.#recent, endFrames) <= MAX_STRAY_FRAMES
    if (hasEnded) yield this.#end(utterance, endFrames * FRAME_MS)
    else if (utterance.length * FRAME_MS >= MAX_UTTERANCE_MS) yield this.#end(utterance, 0)
    else if (!this.#isPaused && lengthMs(this.#quietFrames) >= this.#pauses.earlyMs()) {
      this.#isPaused = true
      this.#voicedSincePause = 0
      yield { type: 'paused', samples: joinSamples(utterance) }
    }
  }

  #end(utterance: Int16Array[], pause_ms: number): Speech {
    this.#utterance = null
    this.#recent = []
    this.#preRoll = []
    this.#isPaused = false
    const learnPauses = this.#voicedFrames >= MIN_TURN_FRAMES ? this.#pauses.endTurn() : () => undefined
    const voiced_ms = this.#voicedFrames * FRAME_MS
    return { type: 'ended', samples: joinSamples(utterance), pause_ms, voiced_ms, learnPauses }
  }
}

const lengthMs = (quietFrames: number): number => (quietFrames === 0 ? 0 : quietFrames * FRAME_MS + LAG_MS)

const countLast = (flags: readonly boolean[], of: number): number => flags.slice(-of).filter(Boolean).length

export function joinSamples(pieces: readonly Int16Array[]): Int16Array<ArrayBuffer> {
  const joined = new Int16Array(pieces.reduce((total, { length }) => total + length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

import { heldTones } from './held-tones.ts'
import { noiseGate } from './noise-gate.ts'
import { periodicity } from './periodicity.ts'
import { speakerPauses } from './speaker-pauses.ts'
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
/** A longer pause inside a sentence is mostly seen in its text (`expects-more.ts`). */
const HANGOVER_FRAMES = frames(500)
/** Speech continues while more of the hangover is voiced than noise makes of it. */
const MAX_STRAY_FRAMES = 2
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
  /** Samples at 16 kHz from a little before the start; `pause_ms` of them are the silence by which the end was known. */
  | { type: 'ended'; samples: Int16Array; pause_ms: number }

/** Finds utterances in a stream of samples at 16 kHz. What `isEcho` recognizes starts none. */
export function speechDetector(activity: VoiceActivity, isEcho: (samples: Int16Array) => boolean = () => false) {
  const isLoud = noiseGate()
  const findTones = heldTones()
  let rest = new Int16Array()
  /** Whether each of the last frames is voiced, the newest last. */
  let recent: boolean[] = []
  /** Whether each of them is voiced and holds no tone. */
  let changing: boolean[] = []
  let preRoll: Int16Array[] = []
  let utterance: Int16Array[] | null = null
  const pauses = speakerPauses()
  /** Since the last frame that was voiced. */
  let quietFrames = 0
  let isPaused = false
  let voicedSincePause = 0

  function startsNow(isAnswerSpoken: boolean): boolean {
    const { voiced, of } = isAnswerSpoken ? START_OVER_ANSWER : START
    if (countLast(recent, of) < voiced || countLast(changing, of) < MIN_CHANGING_FRAMES || !hasPitch(of)) return false
    if (!isEcho(joinSamples(preRoll.slice(-of)))) return true
    // The next comparison is of other audio: this one is known.
    recent = []
    return false
  }

  /** Whether someone’s voice is in the last frames, and not a noise alone. */
  function hasPitch(of: number): boolean {
    let pitched = 0
    for (let end = preRoll.length; end > preRoll.length - of && end >= PITCH_FRAMES; end--) {
      if (recent.at(end - 1 - preRoll.length) !== true) continue
      if (periodicity(joinSamples(preRoll.slice(end - PITCH_FRAMES, end))) >= MIN_PERIODICITY) pitched += 1
    }
    return pitched >= MIN_PITCHED_FRAMES
  }

  function end(pause_ms: number): Speech {
    const samples = joinSamples(utterance ?? [])
    utterance = null
    recent = []
    preRoll = []
    isPaused = false
    return { type: 'ended', samples, pause_ms }
  }

  function hasVoice(frame: Int16Array): boolean {
    // All see every frame, since they learn the noise from it.
    const isLoudFrame = isLoud(frame)
    const seemsVoiced = activity.isSpeech(frame) && isLoudFrame
    const { isHeld, isMusic } = findTones(frame, isLoudFrame)
    changing = [...changing, seemsVoiced && !isHeld].slice(-HANGOVER_FRAMES)
    return seemsVoiced && (!isMusic || countLast(changing, OVER_MUSIC.of) >= OVER_MUSIC.changing)
  }

  function* detect(frame: Int16Array, isAnswerSpoken: boolean): Generator<Speech> {
    const isVoiced = hasVoice(frame)
    recent = [...recent, isVoiced].slice(-HANGOVER_FRAMES)
    const endedPauseMs = pauseMs()
    quietFrames = isVoiced ? 0 : quietFrames + 1
    if (isVoiced && endedPauseMs >= MIN_PAUSE_MS) pauses.add(endedPauseMs)
    if (utterance === null) {
      preRoll = [...preRoll, frame].slice(-(PRE_ROLL_FRAMES + START_OVER_ANSWER.of))
      if (!startsNow(isAnswerSpoken)) return
      utterance = preRoll
      yield { type: 'started' }
      return
    }
    utterance.push(frame)
    if (isVoiced) voicedSincePause += 1
    if (isPaused && voicedSincePause > MAX_STRAY_FRAMES) {
      isPaused = false
      yield { type: 'resumed' }
    }
    const isPause = recent.length === HANGOVER_FRAMES && recent.filter(Boolean).length <= MAX_STRAY_FRAMES
    if (isPause) yield end(HANGOVER_FRAMES * FRAME_MS)
    else if (utterance.length * FRAME_MS >= MAX_UTTERANCE_MS) yield end(0)
    else if (!isPaused && pauseMs() >= pauses.earlyMs()) {
      isPaused = true
      voicedSincePause = 0
      yield { type: 'paused', samples: joinSamples(utterance) }
    }
  }

  const pauseMs = (): number => (quietFrames === 0 ? 0 : quietFrames * FRAME_MS + LAG_MS)

  return {
    *hear(samples: Int16Array, isAnswerSpoken: boolean): Generator<Speech> {
      const all = joinSamples([rest, samples])
      let at = 0
      for (; at + FRAME_SAMPLES <= all.length; at += FRAME_SAMPLES) {
        yield* detect(all.slice(at, at + FRAME_SAMPLES), isAnswerSpoken)
      }
      rest = all.slice(at)
    },
    /** Ends what is being said, without waiting for a pause. */
    *cut(): Generator<Speech> {
      if (utterance !== null) yield end(0)
      recent = []
      preRoll = []
    },
  }
}

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

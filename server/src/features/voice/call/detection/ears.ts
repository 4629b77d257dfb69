import { SAMPLE_RATE_HZ } from '#contracts/voice-socket.ts'
import { resampler } from '../../../models/resample-pcm.ts'
import type { Pcm } from '../../../models/speech-language.ts'
import { joinSamples, MAX_UTTERANCE_MS, type Speech, speechDetector } from './speech-detector.ts'
import { DETECTION_RATE_HZ, openVoiceActivity } from './voice-activity.ts'

type Handlers = {
  onSpeech(speech: Speech): void
  /** Whether what is heard may be the teammate's own voice. */
  isAnswerSpoken(): boolean
  onFailure(error: unknown): void
}

const MAX_HELD_SAMPLES = (MAX_UTTERANCE_MS / 1000) * DETECTION_RATE_HZ

export type Ears = {
  hear(pcm: Pcm): void
  /** Push-to-talk: from the first call on, audio counts only while held. */
  hold(isHeld: boolean): void
  openMicrophone(): void
  /** Ends what is being said. */
  close(): void
}

/** Finds what the caller says in the audio that comes in. */
export function openEars({ onSpeech, isAnswerSpoken, onFailure }: Handlers): Ears {
  const resample = resampler({ from_hz: SAMPLE_RATE_HZ, to_hz: DETECTION_RATE_HZ })
  /** While held: all of it is speech. */
  let held: Int16Array[] | null = null
  let isPushToTalk = false
  let isClosed = false
  let detector: ReturnType<typeof speechDetector> | null = null
  /** Audio that comes while the detection is still being loaded. */
  let early: Int16Array[] = []
  let release = (): void => undefined

  openVoiceActivity()
    .then((activity) => {
      release = () => activity[Symbol.dispose]()
      if (isClosed) return release()
      detector = speechDetector(activity)
      const samples = joinSamples(early)
      early = []
      detect(samples)
    })
    .catch(onFailure)

  function detect(samples: Int16Array): void {
    if (!detector) early.push(samples)
    else for (const speech of detector.hear(samples, isAnswerSpoken())) onSpeech(speech)
  }

  function endDetected(): void {
    for (const speech of detector?.cut() ?? []) onSpeech(speech)
  }

  function endHeld(): void {
    if (held === null) return
    const samples = joinSamples(held)
    held = null
    onSpeech({ type: 'ended', samples, pause_ms: 0 })
  }

  function beginHeld(): void {
    held = []
    onSpeech({ type: 'started' })
  }

  function hearHeld(samples: Int16Array): void {
    held?.push(samples)
    if ((held ?? []).reduce((total, { length }) => total + length, 0) < MAX_HELD_SAMPLES) return
    endHeld()
    beginHeld()
  }

  return {
    hear(pcm) {
      if (isClosed) return
      // A copy where the bytes do not begin at a sample of the memory that they are in.
      const bytes = pcm.byteOffset % 2 === 0 ? pcm : Buffer.from(new Uint8Array(pcm).buffer)
      const samples = resample(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1))
      if (held) hearHeld(samples)
      else if (!isPushToTalk) detect(samples)
    },
    hold(isHeld) {
      if (isClosed) return
      if (!isPushToTalk) endDetected()
      isPushToTalk = true
      if (isHeld && held === null) beginHeld()
      else if (!isHeld) endHeld()
    },
    openMicrophone() {
      endHeld()
      isPushToTalk = false
    },
    close() {
      if (isClosed) return
      endHeld()
      endDetected()
      isClosed = true
      release()
    },
  }
}

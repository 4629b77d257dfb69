import { resampler } from '#features/models/speech/resample-pcm.ts'
import { SpeechDetector } from '#features/voice/call/detection/speech-detector.ts'
import { openVoiceActivity } from '#features/voice/call/detection/voice-activity.ts'
import { RATE_HZ } from './distorted-speech.ts'

const PIECE_SAMPLES = 480

/** `startedMs` and `endedMs` are when the detector knew it. */
export type Utterance = { samples: Int16Array; startedMs: number; endedMs: number }

/** What the detector of calls finds in raw samples at 24 kHz. */
export async function utterancesIn(raw: Buffer): Promise<Utterance[]> {
  using activity = await openVoiceActivity()
  const detector = new SpeechDetector(activity)
  const resample = resampler({ from_hz: RATE_HZ, to_hz: 16_000 })
  const samples = new Int16Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + (raw.length & ~1)))
  const found: Utterance[] = []
  let startedMs = 0
  for (let at = 0; at < samples.length; at += PIECE_SAMPLES) {
    const piece = samples.subarray(at, at + PIECE_SAMPLES)
    const nowMs = ((at + piece.length) / RATE_HZ) * 1000
    for (const speech of detector.hear(resample(piece), false)) {
      if (speech.type === 'started') startedMs = nowMs
      if (speech.type !== 'ended') continue
      // All speech here has words.
      speech.learnPauses()
      found.push({ samples: speech.samples, startedMs, endedMs: nowMs })
    }
  }
  return found
}

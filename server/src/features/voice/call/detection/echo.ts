import { SAMPLE_RATE_HZ } from '#contracts/voice-socket.ts'
import { DETECTION_RATE_HZ } from './voice-activity.ts'

/** The strongest overtones of a voice are below 1 kHz. */
const RATE_HZ = 2000
/** A delay is no whole number of those samples, and half of one is enough to make an echo unlike. */
const STORED_HZ = 8000
const STRIDE = STORED_HZ / RATE_HZ
/** Every second delay is tried first, and then those beside the best one. */
const COARSE_STEP = 2
/** From the socket through network, playback buffer, loudspeaker, room and microphone, at most. */
const MAX_DELAY_MS = 1500
/** Two people's voices reach 0.58 in one of 100 comparisons of 220 ms; an echo in a room has 0.7 or more. */
const MIN_SIMILARITY = 0.62
/** Hum and rumble would outweigh a quiet echo. */
const PRE_EMPHASIS = 0.5

/** Recognizes the teammate's own voice, which comes back where the caller's browser does not cancel the echo of a loudspeaker. */
export function echoDetector(nowMs: () => number = () => performance.now()) {
  /** What the caller was sent last, the newest at the end. */
  const sent = new Float32Array((STORED_HZ * MAX_DELAY_MS) / 1000)
  const filterSent = lowBand(SAMPLE_RATE_HZ)
  let sentAtMs = Number.NEGATIVE_INFINITY

  return {
    /** Samples at 24 kHz that the caller is sent. */
    send(samples: Int16Array): void {
      const filtered = filterSent(samples).slice(-sent.length)
      sent.copyWithin(0, filtered.length)
      sent.set(filtered, sent.length - filtered.length)
      sentAtMs = nowMs()
    },
    /** Whether samples at 16 kHz are what was sent a moment ago, and nothing louder. */
    isEcho(samples: Int16Array): boolean {
      if (nowMs() - sentAtMs > MAX_DELAY_MS) return false
      const piece = lowBand(DETECTION_RATE_HZ)(samples).filter((_, n) => n % STRIDE === 0)
      return similarity(piece, sent) >= MIN_SIMILARITY
    },
  }
}

/** Of a stream of samples what is below half of `RATE_HZ`, at `STORED_HZ`. */
function lowBand(from_hz: number): (samples: Int16Array) => Float32Array {
  const count = from_hz / STORED_HZ
  let [sum, counted] = [0, 0]
  /** The last samples at `STORED_HZ`, the newest first. */
  const recent = new Float32Array(2 * STRIDE)
  const filterNext = (next: number): number => {
    recent.copyWithin(1, 0)
    recent[0] = next
    let filtered = 0
    for (let n = 0; n < STRIDE; n++) filtered += (recent[n] ?? 0) - PRE_EMPHASIS * (recent[n + STRIDE] ?? 0)
    return filtered / STRIDE
  }
  return (samples) => {
    const filtered = new Float32Array(Math.floor((counted + samples.length) / count))
    let at = 0
    for (const sample of samples) {
      sum += sample
      if (++counted < count) continue
      filtered[at++] = filterNext(sum / count)
      sum = 0
      counted = 0
    }
    return filtered
  }
}

/** The normalized correlation of a piece with the place of a whole that is most similar: 1 where one is the other, only louder. */
function similarity(piece: Float32Array, whole: Float32Array): number {
  const length = piece.length * STRIDE
  const energy = energyFrom(piece, 0, 1, piece.length)
  const bestOf = (from: number, to: number) => {
    let [best, place] = [0, 0]
    let there = energyFrom(whole, from, STRIDE, piece.length)
    for (let start = from; start <= to; start += STRIDE) {
      let product = 0
      for (let n = 0, at = start; n < piece.length; n++, at += STRIDE) product += (piece[n] ?? 0) * (whole[at] ?? 0)
      const power = Math.sqrt(energy * there)
      // A loudspeaker may turn the wave around.
      if (power > 1 && Math.abs(product) / power > best) [best, place] = [Math.abs(product) / power, start]
      there += (whole[start + length] ?? 0) ** 2 - (whole[start] ?? 0) ** 2
    }
    return { best, place }
  }
  const last = whole.length - length
  const coarse = [0, COARSE_STEP].map((from) => bestOf(from, last))
  const { best, place } = coarse.reduce((one, other) => (other.best > one.best ? other : one))
  const beside = [place - 1, place + 1].filter((start) => start >= 0 && start <= last)
  return Math.max(best, ...beside.map((start) => bestOf(start, start).best))
}

function energyFrom(samples: Float32Array, from: number, step: number, count: number): number {
  let energy = 0
  for (let n = 0; n < count; n++) energy += (samples[from + n * step] ?? 0) ** 2
  return energy
}

import { SAMPLE_RATE_HZ } from '#contracts/voice-socket.ts'
import { DETECTION_RATE_HZ } from './voice-activity.ts'

/** The strongest overtones of a voice are below 1 kHz. */
const RATE_HZ = 2000
/** A delay is no whole number of those samples, and half of one is enough to make an echo unlike. */
const STORED_HZ = 8000
const STRIDE = STORED_HZ / RATE_HZ
/** Every second delay is tried first, and then those beside the best one. */
const COARSE_STEP = 2
const MAX_PLACES = 24
const FINE_STEPS = [-2, -1, 0, 1, 2]
/** The clocks of a loudspeaker and a microphone that are two devices differ by so much. */
const DRIFTS = [-0.006, -0.0045, -0.003, -0.0015, 0, 0.0015, 0.003, 0.0045, 0.006]
/** From the socket through network, playback buffer, loudspeaker, room and microphone, at most. */
const MAX_DELAY_MS = 1500
/** Two people’s voices reach it in 4 of 100 comparisons of 220 ms, after which comes another one; an echo in a room has 0.7 or more. */
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
  const last = whole.length - piece.length * STRIDE
  const energy = energyFrom(piece, 0, 1, piece.length)
  const coarse = [0, COARSE_STEP].flatMap((from) => similarities(piece, energy, whole, from, last))
  // A voice is like itself one period later, and more so where the clocks differ.
  const places = coarse.sort((one, other) => other.similarity - one.similarity).slice(0, MAX_PLACES)
  const near = places.flatMap(({ place }) => FINE_STEPS.map((step) => place + step))
  const starts = near.filter((start) => start >= 0 && start <= last)
  return Math.max(...starts.flatMap((start) => DRIFTS.map((drift) => similarityAt(piece, energy, whole, start, drift))))
}

function similarities(piece: Float32Array, energy: number, whole: Float32Array, from: number, to: number) {
  const length = piece.length * STRIDE
  const found: { place: number; similarity: number }[] = []
  let there = energyFrom(whole, from, STRIDE, piece.length)
  for (let place = from; place <= to; place += STRIDE) {
    let product = 0
    for (let n = 0, at = place; n < piece.length; n++, at += STRIDE) product += (piece[n] ?? 0) * (whole[at] ?? 0)
    const power = Math.sqrt(energy * there)
    // A loudspeaker may turn the wave around.
    found.push({ place, similarity: power > 1 ? Math.abs(product) / power : 0 })
    there += (whole[place + length] ?? 0) ** 2 - (whole[place] ?? 0) ** 2
  }
  return found
}

/** At one place, of a piece that was recorded so much faster than it was played. */
function similarityAt(piece: Float32Array, energy: number, whole: Float32Array, start: number, drift: number): number {
  const middle = piece.length / 2
  let [product, there] = [0, 0]
  for (let n = 0; n < piece.length; n++) {
    const sample = whole[start + Math.round((n + (n - middle) * drift) * STRIDE)] ?? 0
    product += (piece[n] ?? 0) * sample
    there += sample ** 2
  }
  const power = Math.sqrt(energy * there)
  return power > 1 ? Math.abs(product) / power : 0
}

function energyFrom(samples: Float32Array, from: number, step: number, count: number): number {
  let energy = 0
  for (let n = 0; n < count; n++) energy += (samples[from + n * step] ?? 0) ** 2
  return energy
}

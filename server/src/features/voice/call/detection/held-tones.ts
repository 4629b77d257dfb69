import { FFT_BINS, powerSpectrum } from './fft.ts'
import { FRAME_MS, FRAME_SAMPLES } from './voice-activity.ts'

/** 8 kHz have what matters of a voice, and cost half. */
const DECIMATION = 2
const FRAME_LENGTH = FRAME_SAMPLES / DECIMATION
const WINDOW_LENGTH = 2 * FRAME_LENGTH
/** A voice has moved on after so long: its pitch glides, and its vowels change. */
const DISTANCE_FRAMES = 60 / FRAME_MS
/** Below 100 Hz is rumble. */
const MIN_BIN = 6
/** Of the frames of speech one in ten is as similar to the one before it, of those of notes and beeps two thirds. */
const MIN_SIMILARITY = 0.93
/** So many of the frames of 800 ms are held, and the sound is music, and not a long vowel. */
const MUSIC_FRAMES = 40
const MIN_JUDGED_FRAMES = 15
const MIN_HELD_PART = 0.4

const hann = Float64Array.from(
  { length: WINDOW_LENGTH },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / (WINDOW_LENGTH - 1)),
)
const windowed = new Float64Array(WINDOW_LENGTH)
const powers = new Float64Array(FFT_BINS)

export type Tones = {
  /** Whether the frame continues a tone: it has the spectrum of 60 ms before. */
  isHeld: boolean
  /** Whether most of the last second was tones. */
  isMusic: boolean
}

/** Tells notes and beeps from voices, which have a pitch, too, but never the same one for long. */
export function heldTones(): (frame: Int16Array, isLoud: boolean) => Tones {
  const samples = new Float64Array(WINDOW_LENGTH)
  /** Of the last frames, the oldest first; null for silence. */
  let shapes: (Float32Array | null)[] = []
  let judged: (boolean | null)[] = []

  return (frame, isLoud) => {
    samples.copyWithin(0, FRAME_LENGTH)
    for (let n = 0; n < FRAME_LENGTH; n++) {
      samples[WINDOW_LENGTH - FRAME_LENGTH + n] = (frame[2 * n] ?? 0) + (frame[2 * n + 1] ?? 0)
    }
    const shape = isLoud ? shapeOf(samples) : null
    const before = shapes.length === DISTANCE_FRAMES ? shapes[0] : null
    shapes = [...shapes, shape].slice(-DISTANCE_FRAMES)
    const isHeld = shape !== null && before != null && productOf(shape, before) >= MIN_SIMILARITY
    judged = [...judged, isLoud ? isHeld : null].slice(-MUSIC_FRAMES)
    const loud = judged.filter((one) => one !== null)
    const held = loud.filter(Boolean).length
    return { isHeld, isMusic: loud.length >= MIN_JUDGED_FRAMES && held >= MIN_HELD_PART * loud.length }
  }
}

/** The spectrum without its loudness: the product of two is 1 where they are the same. */
function shapeOf(samples: Float64Array): Float32Array {
  for (let n = 0; n < WINDOW_LENGTH; n++) windowed[n] = (samples[n] ?? 0) * (hann[n] ?? 0)
  powerSpectrum(windowed, powers)
  const shape = new Float32Array(FFT_BINS - MIN_BIN)
  let sum = 0
  for (let n = 0; n < shape.length; n++) {
    // The fourth root: soft overtones count beside the strongest one.
    const one = Math.sqrt(Math.sqrt(powers[n + MIN_BIN] ?? 0))
    shape[n] = one
    sum += one
  }
  const mean = sum / shape.length
  let squares = 0
  for (const one of shape) squares += (one - mean) ** 2
  const length = Math.sqrt(squares) || 1
  for (let n = 0; n < shape.length; n++) shape[n] = ((shape[n] ?? 0) - mean) / length
  return shape
}

function productOf(one: Float32Array, other: Float32Array): number {
  let product = 0
  for (let n = 0; n < one.length; n++) product += (one[n] ?? 0) * (other[n] ?? 0)
  return product
}

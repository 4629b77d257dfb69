/** What is quieter than this (of 32,768) is silence, whatever it sounds like: about -62 dB. */
const MIN_LEVEL = 25
/** Speech is at least so much louder than what was there before it (7 dB). */
const MIN_RATIO = 2.2
/** The quietest moment of so long counts as the noise: people who talk pause more often. */
const WINDOW_FRAMES = 100
const BUCKETS = 5
const BUCKET_FRAMES = WINDOW_FRAMES / BUCKETS

/** Separates speech from constant noise, such as a fan's, whose spectrum may look like a voice's. */
export function noiseGate(): (frame: Int16Array) => boolean {
  let minima: number[] = []
  let current = Number.POSITIVE_INFINITY
  let frames = 0
  let smoothed = 0

  return (frame) => {
    const level = levelOf(frame)
    smoothed = frames === 0 && minima.length === 0 ? level : smoothed * 0.7 + level * 0.3
    const floor = Math.min(...minima, current, smoothed)
    current = Math.min(current, smoothed)
    frames += 1
    if (frames === BUCKET_FRAMES) {
      minima = [...minima, current].slice(-BUCKETS)
      current = Number.POSITIVE_INFINITY
      frames = 0
    }
    return level > MIN_LEVEL && level > floor * MIN_RATIO
  }
}

function levelOf(frame: Int16Array): number {
  let sum = 0
  for (const sample of frame) sum += sample * sample
  return Math.sqrt(sum / frame.length)
}

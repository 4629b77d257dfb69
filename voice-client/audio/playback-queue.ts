const START_MS = 60
/** After a gap in the middle of an answer, more is collected before it continues, up to a limit. */
const START_GROWTH_MS = 40
const MAX_START_MS = 260
/** What is shorter than the start is played all the same, once nothing has followed it for this long. */
const MAX_WAIT_MS = 150
/** A cut in the middle of a wave is heard as a click. */
const FADE_MS = 4

/** What is to be played, in order, with a little held back so that uneven arrival is not heard. */
export function createPlaybackQueue(rateHz: number) {
  const samplesIn = (ms: number): number => Math.round((ms * rateHz) / 1000)
  const fade = samplesIn(FADE_MS)
  let chunks: Float32Array[] = []
  let offset = 0
  let buffered = 0
  let startMs = START_MS
  let isPlaying = false
  let isComplete = false
  let waited = 0
  let last = 0
  let sinceStart = 0
  let fadeLeft = 0
  let underruns = 0

  /** The step from where the wave was cut to silence, spread over a few milliseconds. */
  const release = (): number => {
    if (fadeLeft === 0) return 0
    fadeLeft -= 1
    return last * (fadeLeft / fade)
  }
  const next = (): number => {
    const sample = chunks[0]?.[offset] ?? 0
    offset += 1
    buffered -= 1
    if (offset >= (chunks[0]?.length ?? 0)) {
      chunks.shift()
      offset = 0
    }
    return sample
  }

  return {
    push(samples: Float32Array): void {
      if (samples.length === 0) return
      chunks.push(samples)
      buffered += samples.length
      isComplete = false
      waited = 0
    },
    /** Nothing follows: the end of the queue is the end of what is said, not a gap. */
    complete(): void {
      isComplete = true
    },
    /** Drops everything that was not played. */
    flush(): void {
      chunks = []
      offset = 0
      buffered = 0
      fadeLeft = isPlaying ? fade : fadeLeft
      isPlaying = false
      isComplete = false
      startMs = START_MS
    },
    /** Fills the block with what is due; silence where nothing is. */
    pull(output: Float32Array): void {
      if (!isPlaying && buffered > 0) {
        waited += output.length
        const isDue = buffered >= samplesIn(startMs) || isComplete || waited >= samplesIn(MAX_WAIT_MS)
        if (isDue) {
          isPlaying = true
          sinceStart = 0
        }
      }
      for (let index = 0; index < output.length; index++) {
        if (!isPlaying) {
          output[index] = release()
        } else if (buffered === 0) {
          isPlaying = false
          fadeLeft = fade
          if (!isComplete) {
            underruns += 1
            startMs = Math.min(MAX_START_MS, startMs + START_GROWTH_MS)
          } else {
            startMs = START_MS
          }
          waited = 0
          output[index] = release()
        } else {
          last = next() * Math.min(1, ++sinceStart / fade)
          output[index] = last
        }
      }
    },
    isPlaying: () => isPlaying,
    bufferedMs: () => (buffered / rateHz) * 1000,
    underruns: () => underruns,
  }
}
export type PlaybackQueue = ReturnType<typeof createPlaybackQueue>

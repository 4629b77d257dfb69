/** 4 kHz are enough for the pitch of a voice, and cost a sixteenth. */
const DECIMATION = 4
/** Voices have 70 to 400 Hz. */
const MIN_LAG = 10
const MAX_LAG = 57

/** How much a sound at 16 kHz repeats itself as a voice does: near 1 for vowels, near 0 for breath and noise. */
export function periodicity(samples: Int16Array): number {
  const slow = new Float32Array(Math.floor(samples.length / DECIMATION))
  let last = 0
  for (let n = 0; n < slow.length; n++) {
    let sum = 0
    for (let k = 0; k < DECIMATION; k++) sum += samples[n * DECIMATION + k] ?? 0
    // Rumble repeats itself at every distance.
    slow[n] = sum - 0.9 * last
    last = sum
  }
  const length = slow.length - MAX_LAG
  let best = 0
  for (let lag = MIN_LAG; lag <= MAX_LAG; lag++) {
    let [product, here, there] = [0, 0, 0]
    for (let n = 0; n < length; n++) {
      const [a, b] = [slow[n] ?? 0, slow[n + lag] ?? 0]
      product += a * b
      here += a * a
      there += b * b
    }
    const power = Math.sqrt(here * there)
    if (power > 0) best = Math.max(best, product / power)
  }
  return best
}

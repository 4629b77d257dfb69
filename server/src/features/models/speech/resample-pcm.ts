/** Calls use 24 kHz, speech detection and recognition 16 kHz; both are converted by way of 48 kHz. */
const RATE_BETWEEN_HZ = 48_000
/** At the rate in between. Even an octave above the cutoff nothing is left that could fold into speech. */
const TAPS = 96
const CUTOFF = 7300 / RATE_BETWEEN_HZ

type RateHz = 16_000 | 24_000
type Rates = { from_hz: RateHz; to_hz: RateHz }

/** A windowed sinc (Blackman), each phase scaled so that a constant stays as it is. */
const phasesOf = (up: number): Float32Array[] =>
  Array.from({ length: up }, (_, phase) => {
    const taps: number[] = []
    for (let at = phase; at < TAPS; at += up) taps.push(tap(at))
    const sum = taps.reduce((total, one) => total + one, 0)
    return Float32Array.from(taps, (one) => one / sum)
  })

const phasesFrom = { 16000: phasesOf(RATE_BETWEEN_HZ / 16_000), 24000: phasesOf(RATE_BETWEEN_HZ / 24_000) }

function tap(at: number): number {
  const x = at - (TAPS - 1) / 2
  const sinc = Math.sin(2 * Math.PI * CUTOFF * x) / (Math.PI * x)
  const turn = (2 * Math.PI * at) / (TAPS - 1)
  return sinc * (0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn))
}

/** Converts one stream of samples, piece by piece, as if it were one piece. */
export function resampler({ from_hz, to_hz }: Rates): (samples: Int16Array) => Int16Array {
  const up = RATE_BETWEEN_HZ / from_hz
  const down = RATE_BETWEEN_HZ / to_hz
  const phases = phasesFrom[from_hz]
  let kept = new Float32Array(TAPS / up - 1)
  /** Where the next output lies, in samples of the rate in between, counted from the first new sample. */
  let position = 0

  return (samples) => {
    const input = new Float32Array(kept.length + samples.length)
    input.set(kept)
    input.set(samples, kept.length)
    const end = samples.length * up
    const output = new Int16Array(Math.max(0, Math.ceil((end - position) / down)))
    for (let n = 0; n < output.length; n++, position += down) {
      const taps = phases[position % up] ?? new Float32Array()
      const newest = Math.floor(position / up) + kept.length
      let sum = 0
      for (let k = 0; k < taps.length; k++) sum += (taps[k] ?? 0) * (input[newest - k] ?? 0)
      output[n] = Math.max(-32_768, Math.min(32_767, Math.round(sum)))
    }
    position -= end
    kept = input.slice(input.length - kept.length)
    return output
  }
}

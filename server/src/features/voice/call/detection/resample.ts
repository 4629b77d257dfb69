/** Thirds of the input's rate: 24 kHz becomes 16 kHz, which is what speech detection and recognition use. */
const UP = 2
const DOWN = 3
/** At the rate in between (48 kHz). Even an octave above the cutoff nothing is left that could fold into speech. */
const TAPS = 96
const CUTOFF = 7300 / 48_000

/** A windowed sinc (Blackman), each phase scaled so that a constant stays as it is. */
const phases = Array.from({ length: UP }, (_, phase) => {
  const taps: number[] = []
  for (let at = phase; at < TAPS; at += UP) taps.push(tap(at))
  const sum = taps.reduce((total, one) => total + one, 0)
  return Float32Array.from(taps, (one) => one / sum)
})

function tap(at: number): number {
  const x = at - (TAPS - 1) / 2
  const sinc = Math.sin(2 * Math.PI * CUTOFF * x) / (Math.PI * x)
  const turn = (2 * Math.PI * at) / (TAPS - 1)
  return sinc * (0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn))
}

const HISTORY = TAPS / UP

/** Converts one stream of samples from 24 to 16 kHz, piece by piece, as if it were one piece. */
export function resampler(): (samples: Int16Array) => Int16Array {
  let kept = new Float32Array(HISTORY - 1)
  /** Where the next output lies, in samples of the rate in between, counted from the first new sample. */
  let position = 0

  return (samples) => {
    const input = new Float32Array(kept.length + samples.length)
    input.set(kept)
    input.set(samples, kept.length)
    const end = samples.length * UP
    const output = new Int16Array(Math.max(0, Math.ceil((end - position) / DOWN)))
    for (let n = 0; n < output.length; n++, position += DOWN) {
      const taps = phases[position % UP] ?? new Float32Array()
      const newest = Math.floor(position / UP) + kept.length
      let sum = 0
      for (let k = 0; k < taps.length; k++) sum += (taps[k] ?? 0) * (input[newest - k] ?? 0)
      output[n] = Math.max(-32_768, Math.min(32_767, Math.round(sum)))
    }
    position -= end
    kept = input.slice(input.length - kept.length)
    return output
  }
}

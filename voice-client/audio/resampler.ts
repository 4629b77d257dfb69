/** Of the band that both rates can carry, this part passes; the rest is where the filter falls to silence. */
const PASS_BAND = 0.84
/** Kaiser's formulas for a filter that silences by 70 dB. */
const ATTENUATION_DB = 70
const KAISER_BETA = 0.1102 * (ATTENUATION_DB - 8.7)

/** Converts one channel of sound from one sample rate to another as it arrives, without aliases and without drift. */
export function createResampler(fromHz: number, toHz: number): (input: Float32Array) => Float32Array<ArrayBuffer> {
  if (fromHz === toHz) return (input) => new Float32Array(input)
  const divisor = greatestCommonDivisor(fromHz, toHz)
  // An output sample lies at a whole number of these parts of an input sample, so that time is exact.
  const phases = toHz / divisor
  const step = fromHz / divisor
  const filter = designFilter(fromHz, toHz, phases)
  const taps = filter[0]?.length ?? 0
  let buffered: Float32Array<ArrayBuffer> = new Float32Array(taps / 2 - 1)
  let position = 0

  return (input) => {
    const samples = new Float32Array(buffered.length + input.length)
    samples.set(buffered)
    samples.set(input, buffered.length)
    const last = samples.length - taps
    const count = last < 0 ? 0 : Math.max(0, Math.ceil(((last + 1) * phases - position) / step))
    const output = new Float32Array(count)
    for (let index = 0; index < count; index++) {
      const start = Math.floor(position / phases)
      const coefficients = filter[position % phases]
      let sum = 0
      if (coefficients)
        for (let tap = 0; tap < taps; tap++) sum += (samples[start + tap] ?? 0) * (coefficients[tap] ?? 0)
      output[index] = sum
      position += step
    }
    const used = Math.min(Math.floor(position / phases), samples.length)
    position -= used * phases
    buffered = samples.slice(used)
    return output
  }
}

/** A windowed sinc for each of the places between two input samples that an output sample can have. */
function designFilter(fromHz: number, toHz: number, phases: number): Float32Array[] {
  const nyquistHz = Math.min(fromHz, toHz) / 2
  const transition = (nyquistHz * (1 - PASS_BAND)) / fromHz
  const half = Math.ceil((ATTENUATION_DB - 8) / (2.285 * 2 * Math.PI * transition) / 2)
  const cutoff = (nyquistHz * (1 + PASS_BAND)) / 2 / fromHz
  return Array.from({ length: phases }, (_, phase) => {
    const coefficients = Float64Array.from({ length: half * 2 }, (_, tap) => {
      const time = tap - half + 1 - phase / phases
      return sinc(2 * cutoff * time) * kaiser(time / half)
    })
    const gain = coefficients.reduce((sum, one) => sum + one, 0)
    return Float32Array.from(coefficients, (one) => one / gain)
  })
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

const kaiser = (x: number): number =>
  Math.abs(x) > 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA)

/** The modified Bessel function of order zero. */
function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))

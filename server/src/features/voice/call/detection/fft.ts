const SIZE = 512

const cosines = Float64Array.from({ length: SIZE / 2 }, (_, n) => Math.cos((2 * Math.PI * n) / SIZE))
const sines = Float64Array.from({ length: SIZE / 2 }, (_, n) => -Math.sin((2 * Math.PI * n) / SIZE))
const order = Uint16Array.from({ length: SIZE }, (_, n) => reverseBits(n))
const real = new Float64Array(SIZE)
const imaginary = new Float64Array(SIZE)

export const FFT_BINS = SIZE / 2

/** The power of each frequency in at most 512 samples, written into `powers`; all calls of the process share its memory. */
export function powerSpectrum(samples: Float64Array, powers: Float64Array): void {
  real.fill(0)
  imaginary.fill(0)
  for (let n = 0; n < samples.length; n++) real[order[n] ?? 0] = samples[n] ?? 0
  for (let size = 2; size <= SIZE; size *= 2) {
    for (let start = 0; start < SIZE; start += size) combine(start, size / 2, SIZE / size)
  }
  for (let bin = 0; bin < powers.length; bin++) powers[bin] = (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2
}

function combine(start: number, half: number, step: number): void {
  for (let n = 0; n < half; n++) {
    const here = start + n
    const there = here + half
    const cos = cosines[n * step] ?? 0
    const sin = sines[n * step] ?? 0
    const a = real[there] ?? 0
    const b = imaginary[there] ?? 0
    const x = a * cos - b * sin
    const y = a * sin + b * cos
    const c = real[here] ?? 0
    const d = imaginary[here] ?? 0
    real[there] = c - x
    imaginary[there] = d - y
    real[here] = c + x
    imaginary[here] = d + y
  }
}

function reverseBits(n: number): number {
  let reversed = 0
  for (let bit = 1, mirrored = SIZE / 2; bit < SIZE; bit *= 2, mirrored /= 2) if (n & bit) reversed |= mirrored
  return reversed
}

const RATE_HZ = 24_000

const pcmOf = (samples: Float64Array): Buffer => {
  const pcm = Buffer.alloc(samples.length * 2)
  for (const [n, sample] of samples.entries()) {
    pcm.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))), n * 2)
  }
  return pcm
}

export const silence = (ms: number): Buffer => Buffer.alloc(Math.round((ms * RATE_HZ) / 1000) * 2)

/** Vowels, one after the other as syllables are: a buzz through the resonances of a mouth. */
export function voice(ms: number, pitchHz = 120): Buffer {
  const samples = new Float64Array(Math.round((ms * RATE_HZ) / 1000))
  const formants = [resonator(700, 130), resonator(1220, 70), resonator(2600, 160)]
  const vowels = [
    [700, 1220, 2600],
    [300, 2200, 2900],
    [450, 900, 2400],
  ]
  let phase = 0
  for (let n = 0; n < samples.length; n++) {
    const seconds = n / RATE_HZ
    phase += (pitchHz + 15 * Math.sin(2 * Math.PI * 3 * seconds)) / RATE_HZ
    const pulse = phase >= 1 ? 1 : 0
    phase %= 1
    const syllable = Math.floor(seconds * 4) % vowels.length
    const loudness = 0.25 + 0.75 * Math.abs(Math.sin(2 * Math.PI * 2 * seconds))
    const sound = formants.reduce((sum, formant, at) => sum + formant(pulse, vowels[syllable]?.[at] ?? 0), 0)
    samples[n] = sound * loudness
  }
  const peak = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
  return pcmOf(samples.map((one) => (one / peak) * 0.4))
}

function resonator(startHz: number, widthHz: number) {
  let [last, beforeLast] = [0, 0]
  const radius = Math.exp((-Math.PI * widthHz) / RATE_HZ)
  let hz = startHz
  return (input: number, wantedHz: number): number => {
    hz += (wantedHz - hz) * 0.002
    const output = input + 2 * radius * Math.cos((2 * Math.PI * hz) / RATE_HZ) * last - radius * radius * beforeLast
    beforeLast = last
    last = output
    return output
  }
}

/** The same noise each time. */
export function noise(ms: number, level: number): Buffer {
  let seed = 1
  const samples = new Float64Array(Math.round((ms * RATE_HZ) / 1000))
  for (let n = 0; n < samples.length; n++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    samples[n] = (seed / 1_073_741_824 - 1) * level
  }
  return pcmOf(samples)
}

const CHORDS_HZ = [
  [262, 330, 392],
  [220, 262, 330],
  [175, 220, 262],
  [196, 247, 294],
]
const CHORD_SECONDS = 0.5
const OVERTONES = [1, 2, 3, 4, 5, 6, 7, 8]

/** Chords of strings, as a line plays them that is on hold. */
export function music(ms: number): Buffer {
  const samples = new Float64Array(Math.round((ms * RATE_HZ) / 1000))
  for (let n = 0; n < samples.length; n++) {
    const seconds = n / RATE_HZ
    const chord = CHORDS_HZ[Math.floor(seconds / CHORD_SECONDS) % CHORDS_HZ.length] ?? []
    const attack = Math.min(1, (seconds % CHORD_SECONDS) * 20)
    for (const hz of chord) {
      for (const k of OVERTONES)
        samples[n] = (samples[n] ?? 0) + (Math.sin(2 * Math.PI * hz * k * seconds) / k) * attack
    }
  }
  return pcmOf(samples.map((one) => one * 0.08))
}

/** What a telephone plays while it rings. */
export function ringing(ms: number): Buffer {
  const samples = Float64Array.from({ length: Math.round((ms * RATE_HZ) / 1000) }, (_, n) => {
    const seconds = n / RATE_HZ
    return 0.15 * (Math.sin(2 * Math.PI * 440 * seconds) + Math.sin(2 * Math.PI * 480 * seconds))
  })
  return pcmOf(samples)
}

import { LEAD_SECONDS, RATE_HZ } from './distorted-speech.ts'

/** The strengths of the overtones, and how fast a note fades. */
const instruments: Record<string, { overtones: number[]; decay: number }> = {
  flute: { overtones: [1, 0.3, 0.1], decay: 0 },
  strings: { overtones: [1, 0.5, 0.33, 0.25, 0.2, 0.17, 0.14, 0.12], decay: 0 },
  clarinet: { overtones: [1, 0, 0.33, 0, 0.2, 0, 0.14], decay: 0 },
  piano: { overtones: [1, 0.4, 0.24, 0.17, 0.12, 0.1], decay: 3 },
  guitar: { overtones: [1, 0.5, 0.33, 0.25, 0.2, 0.17], decay: 5 },
}
const chords = [
  [60, 64, 67],
  [57, 60, 64],
  [53, 57, 60],
  [55, 59, 62],
]
const melody = [60, 64, 67, 64, 69, 67, 65, 62, 60, 62, 64, 60].map((note) => [note])

/** Pitches one after the other, each of so many seconds, as raw samples at 24 kHz with silence before them. */
function play(parts: readonly (readonly number[])[], seconds: number, name: string, drumLevel = 0): Buffer {
  const { overtones, decay } = instruments[name] ?? { overtones: [1], decay: 0 }
  const length = Math.round(seconds * RATE_HZ)
  const raw = Buffer.alloc(2 * (LEAD_SECONDS * RATE_HZ + parts.length * length))
  let at = 2 * LEAD_SECONDS * RATE_HZ
  for (const part of parts) {
    for (let n = 0; n < length; n++, at += 2) {
      const t = n / RATE_HZ
      const envelope = Math.min(1, t * 50, (seconds - t) * 20) * Math.exp(-decay * t)
      let sum = 0
      for (const note of part) {
        const phase = 2 * Math.PI * 440 * 2 ** ((note - 69) / 12) * t
        for (const [k, level] of overtones.entries()) sum += level * Math.sin((k + 1) * phase)
      }
      const drum = (Math.random() - 0.5) * Math.exp(-t * 30) * drumLevel
      raw.writeInt16LE(Math.round(4000 * ((sum * envelope) / part.length + drum)), at)
    }
  }
  return raw
}

/** Pieces of music by their names. */
export const pieces = (): [string, Buffer][] =>
  Object.keys(instruments).flatMap((name): [string, Buffer][] => [
    [`chords of ${name}`, play([...chords, ...chords], 0.8, name)],
    [`chords of ${name} with drums`, play([...chords, ...chords], 0.5, name, 2)],
    [`a slow melody of ${name}`, play(melody, 0.5, name)],
    [`a quick melody of ${name}`, play([...melody, ...melody], 0.25, name)],
  ])

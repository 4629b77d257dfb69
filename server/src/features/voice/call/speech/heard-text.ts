import type { Clip } from './clip.ts'
import type { LiveAnswer } from './live-speech.ts'
import type { Passage } from './next-passage.ts'
import type { Playback } from './playback.ts'

/** A passage on its way to the caller; no clip where nothing of it is for ears. */
export type SpokenPassage = { passage: Passage; clip: Clip | null; live?: LiveAnswer }

/** About what voices take for a character, for a passage whose audio has not come whole. */
const MS_PER_CHARACTER = 65

/** How much of a text was heard, in characters, to the nearest end of a word. */
export function heardLength(
  text: string,
  passages: readonly SpokenPassage[],
  playback: Pick<Playback, 'heardOf'>,
): number {
  let heard = 0
  for (const { passage, clip } of passages) {
    if (clip === null) {
      // Code between two sentences was passed over with the first one.
      if (heard === passage.start || heard === 0) heard = passage.end
      continue
    }
    const heardMs = playback.heardOf(clip)
    if (heardMs <= 0) break
    const totalMs = clip.isEnded()
      ? clip.receivedMs()
      : Math.max(clip.receivedMs(), passage.spoken.length * MS_PER_CHARACTER)
    if (heardMs >= totalMs - 20) {
      heard = passage.end
      continue
    }
    const at = passage.start + Math.round(((passage.end - passage.start) * heardMs) / totalMs)
    heard = nearestWordEnd(text, at, passage)
    break
  }
  return passages.some(({ clip }) => clip !== null && playback.heardOf(clip) > 0) ? heard : 0
}

function nearestWordEnd(text: string, at: number, { start, end }: Passage): number {
  const passage = text.slice(start, end)
  const ends = [...passage.matchAll(/\S(?=\s|$)/g)].map(({ index }) => start + index + 1)
  // Where words have no spaces between them, each character is one.
  const isSpaced = passage.length < 30 || ends.length > passage.length / 30
  if (!isSpaced) return at
  return [start, ...ends].reduce((best, one) => (Math.abs(one - at) < Math.abs(best - at) ? one : best), start)
}

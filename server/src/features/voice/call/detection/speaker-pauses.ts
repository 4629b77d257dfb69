/** Short enough that the transcription is there soon after the end, and longer than the silence inside words. */
const EARLY_MS = { min: 240, max: 420 }
/** The pause that ends a turn. A longer one inside a sentence is mostly seen in its text (`expects-more.ts`). */
export const END_MS = { min: 360, max: 500 }
const MARGIN_MS = 60
/** How much longer than before a pause inside a turn may be. */
const END_MARGIN_MS = 120
const MAX_REMEMBERED = 8
/** From so many turns it is known how someone speaks. */
const MIN_TURNS = 3
/** A longer pause is between two turns. */
const SAME_TURN_MS = 1000

/**
 * The pauses that one speaker makes inside a turn. What begins in a pause begins after most of them, so that it is seldom in vain;
 * and who makes none is answered sooner, until they make one.
 */
export function speakerPauses() {
  /** Of turns that had words. */
  let pauses: number[] = []
  /** The longest one of each of the last turns; 0 where there was none. */
  let longest: number[] = []
  let pausesNow: number[] = []
  let longestNow = 0

  function beginTurn(): void {
    pausesNow = []
    longestNow = 0
  }

  return {
    /** The speaker has spoken on after a pause of so long, maybe in a turn that had seemed to be over. */
    add(ms: number): void {
      if (ms > SAME_TURN_MS) return
      pausesNow = [...pausesNow, ms].slice(-MAX_REMEMBERED)
      longestNow = Math.max(longestNow, ms)
    },
    /** What is returned remembers the turn, once it is known that it had words: coughs and laughter show nothing. */
    endTurn(): () => void {
      const [ended, longestOne] = [pausesNow, longestNow]
      beginTurn()
      return () => {
        pauses = [...pauses, ...ended].slice(-MAX_REMEMBERED)
        longest = [...longest, longestOne].slice(-MAX_REMEMBERED)
      }
    },
    /** The pauses until now were someone else’s. */
    discard: beginTurn,
    /** Three of four pauses are over before. */
    earlyMs(): number {
      const sorted = [...pauses, ...pausesNow].slice(-MAX_REMEMBERED).toSorted((a, b) => a - b)
      const usual = sorted[Math.floor(sorted.length * 0.75)] ?? 0
      return clamp(usual + MARGIN_MS, EARLY_MS)
    },
    /** All pauses of the last turns are over before. */
    endMs(): number {
      if (longest.length < MIN_TURNS) return END_MS.max
      return clamp(Math.max(longestNow, ...longest) + END_MARGIN_MS, END_MS)
    },
  }
}

const clamp = (ms: number, { min, max }: { min: number; max: number }): number => Math.min(max, Math.max(min, ms))

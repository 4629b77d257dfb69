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
  let pauses: number[] = []
  /** The longest one of each of the last turns; 0 where there was none. */
  let longest: number[] = []
  let longestNow = 0
  return {
    /** The speaker has spoken on after a pause of so long, maybe in a turn that had seemed to be over. */
    add(ms: number): void {
      if (ms > SAME_TURN_MS) return
      pauses = [...pauses, ms].slice(-MAX_REMEMBERED)
      longestNow = Math.max(longestNow, ms)
    },
    endTurn(): void {
      longest = [...longest, longestNow].slice(-MAX_REMEMBERED)
      longestNow = 0
    },
    /** Three of four pauses are over before. */
    earlyMs(): number {
      const sorted = pauses.toSorted((a, b) => a - b)
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

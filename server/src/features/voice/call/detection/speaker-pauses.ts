/** Short enough that the transcription is there soon after the end, and longer than the silence inside words. */
const EARLY_MS = { min: 240, max: 420 }
const MARGIN_MS = 60
const MAX_REMEMBERED = 8
/** A longer pause is between two turns. */
const SAME_TURN_MS = 1000

/** The pauses that one speaker makes inside a turn. What begins in a pause begins after most of them, so that it is seldom in vain. */
export function speakerPauses() {
  let pauses: number[] = []
  return {
    /** The speaker has spoken on after a pause of so long. */
    add(ms: number): void {
      if (ms > SAME_TURN_MS) return
      pauses = [...pauses, ms].slice(-MAX_REMEMBERED)
    },
    /** Three of four pauses are over before. */
    earlyMs(): number {
      const sorted = pauses.toSorted((a, b) => a - b)
      const usual = sorted[Math.floor(sorted.length * 0.75)] ?? 0
      return clamp(usual + MARGIN_MS, EARLY_MS)
    },
  }
}

const clamp = (ms: number, { min, max }: { min: number; max: number }): number => Math.min(max, Math.max(min, ms))

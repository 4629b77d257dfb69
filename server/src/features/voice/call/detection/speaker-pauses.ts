/** Short enough that the transcription is there soon after the end, and longer than the silence inside words. */
const EARLY_MS = { min: 240, max: 420 }
/** How long a pause ends what is a whole sentence by its text. */
const SHORT_END_MS = { min: 360, max: 600 }
const MARGIN_MS = 60
const MAX_REMEMBERED = 8
/** Who speaks again within so long was cut off in a pause. */
const SAME_TURN_MS = 1000

/**
 * The pauses that one speaker makes inside a turn. What begins in a pause begins after most of them, so that it is seldom in
 * vain; and a speaker who was cut off once is given more time.
 */
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
    shortEndMs: (): number => clamp(Math.max(0, ...pauses) + MARGIN_MS, SHORT_END_MS),
  }
}

const clamp = (ms: number, { min, max }: { min: number; max: number }): number => Math.min(max, Math.max(min, ms))

/** So many saves may come at once, where there were fewer before. */
const MAX_BURST = 5

/** Counts the saves of one growing answer: one a second on average, no matter who wants them. */
export function saveBudget(perMs: number, now: () => number = Date.now) {
  /** When the saves so far are made up for. */
  let evenAt = now()
  return {
    /** How long until a save is within the budget. */
    waitMs: () => Math.max(0, evenAt - now()),
    spend(): void {
      evenAt = Math.max(evenAt, now() - (MAX_BURST - 1) * perMs) + perMs
    },
  }
}

export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** A clock that tests can move; it runs on from wherever it was set. */
export function movableClock(): Clock & { advance(milliseconds: number): void } {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    advance: (milliseconds) => {
      offset += milliseconds
    },
  }
}

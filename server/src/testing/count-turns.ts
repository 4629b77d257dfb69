import { onTestFinished } from 'vitest'

/** How many turns of the event loop others have had since, until the test ends. */
export function countTurns(): () => number {
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  onTestFinished(() => clearImmediate(next))
  return () => turns
}

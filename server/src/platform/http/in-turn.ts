import { setTimeout as sleep } from 'node:timers/promises'

/** After so much work on large bodies the others have the event loop for `REST_FACTOR` times as long. */
const SLICE_MS = 1
const REST_FACTOR = 3
/** What is done with a piece after its turn, such as hashing it for the disk, is counted by its size. */
const MIN_MS_PER_BYTE = 1 / (256 * 1024)

let last: Promise<void> = Promise.resolve()
let workedMs = 0

/**
 * Works on a piece of a large body, one piece at a time for all of them and in the order in which they came: together they
 * use a quarter of the event loop at most. What the work waits for, such as a disk, is no part of its turn.
 */
export async function inTurn(bytes: number, work: () => void | Promise<void>): Promise<void> {
  const turn = last.then(rest).then(() => {
    const start = performance.now()
    const pending = work()
    workedMs += Math.max(performance.now() - start, bytes * MIN_MS_PER_BYTE)
    return { pending }
  })
  last = turn.then(
    () => undefined,
    () => undefined,
  )
  const { pending } = await turn
  await pending
}

async function rest(): Promise<void> {
  if (workedMs < SLICE_MS) return
  const restMs = workedMs * REST_FACTOR
  workedMs = 0
  await sleep(restMs)
}

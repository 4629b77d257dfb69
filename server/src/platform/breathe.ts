import { setImmediate as nextTurn } from 'node:timers/promises'

/** So long work may go on before others have a turn. */
const SLICE_MS = 5
/** A turn that was shorter had nothing of others to do; with them busy, so many are left to them. */
const QUIET_MS = 1
const MOST_TURNS = 5

let began = performance.now()
let last: Promise<void> = Promise.resolve()

const isTime = () => performance.now() - began >= SLICE_MS

/**
 * Between the pieces of work that waits for nothing outside: lets everybody else have a turn where it is time. Of several that
 * work so, one goes on at a time, because together they would hold others up for as long as all of them take.
 */
export async function breathe(): Promise<void> {
  if (!isTime()) return
  last = last.then(leaveTurns)
  await last
}

async function leaveTurns(): Promise<void> {
  // Those who waited in line begin one slice together, and not each one of its own.
  if (!isTime()) return
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const start = performance.now()
    await nextTurn()
    if (performance.now() - start < QUIET_MS) break
  }
  began = performance.now()
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  charge,
  currentOrganization,
  isBackground,
  isForegroundActive,
  noteActive,
  restLeftMs,
  spend,
} from './thread-share.ts'

/** So long work may continue before others have a turn. */
const SLICE_MS = 5
/** Background work has shorter ones: others wait for the end of one at most. */
const BACKGROUND_SLICE_MS = 2
/** A turn that was shorter had nothing of others to do; with them busy, so many are left to them. */
const QUIET_MS = 1
const MAX_TURNS = 5
/** How many pieces of one organization may share a slice. */
const MAX_PIECES = 16

/**
 * What the cheapest request costs: its headers, its caller, its answer. What it costs beyond that is shared out where it uses
 * connections (`db/connection-turns.ts`).
 */
export const REQUEST_MS = 0.3
/** An upload costs the thread much between its statements: its parts, its hash, its writes to the disk. */
export const UPLOAD_MS = 3

/** The pieces that wait, by organization, in the order of turns. */
const waiting = new Map<string, (() => void)[]>()
let began = performance.now()
let sliceMs = SLICE_MS
let isInSlice = false
let isServing = false
/** Of the slice: what its requests will cost after it. */
let owedMs = 0
let wake: (() => void) | null = null

const isOver = () => performance.now() - began + owedMs >= sliceMs

/**
 * Between the pieces of work that waits for nothing outside: lets everyone else have a turn where it is time. Of several that
 * work so, one continues at a time. Organizations take turns, however much each of them has to do; one that has used much of the
 * thread lately leaves most of it to others that are active.
 */
export async function yieldToEventLoop(): Promise<void> {
  const organization_id = currentOrganization()
  if (!isOver() && (isInSlice || (waiting.size === 0 && !isBackground(organization_id)))) return
  if (!isBackground(organization_id)) noteActive(organization_id)
  await new Promise<void>((resume) => {
    const queue = waiting.get(organization_id)
    if (queue) queue.push(resume)
    else waiting.set(organization_id, [resume])
    wake?.()
    if (!isServing) serve()
  })
}

/**
 * Before a request is served that will cost so much: one of an organization that sends very many waits for a turn while others are
 * active. Otherwise nothing is waited for.
 */
export async function waitForRequestTurn(costMs: number): Promise<void> {
  const organization_id = currentOrganization()
  if (!isBackground(organization_id)) noteActive(organization_id)
  else if (isForegroundActive()) {
    await yieldToEventLoop()
    owedMs += costMs
    return
  }
  spend(organization_id, costMs)
}

async function serve(): Promise<void> {
  isServing = true
  while (waiting.size > 0) {
    await leaveTurns()
    const next = chooseNext()
    if (next === null) await rest(restLeftMs())
    else await giveSlice(next)
  }
  isServing = false
}

/** Until background work may continue, or other work waits. */
async function rest(forMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, forMs)
  wake = resolve
  await promise
  clearTimeout(timer)
  wake = null
}

async function leaveTurns(): Promise<void> {
  for (let turns = 0; turns < MAX_TURNS; turns++) {
    const start = performance.now()
    await nextTurn()
    if (performance.now() - start < QUIET_MS) break
  }
}

/** The organization whose turn it is; null where all that waits is background work, which rests. */
function chooseNext(): string | null {
  const organizations = [...waiting.keys()]
  const foreground = organizations.find((each) => !isBackground(each))
  if (foreground !== undefined) return foreground
  return restLeftMs() > 0 ? null : (organizations[0] ?? null)
}

/** Lets pieces of the organization continue until its slice is over. What it uses until they wait again is counted. */
async function giveSlice(organization_id: string): Promise<void> {
  const queue = waiting.get(organization_id) ?? []
  // It goes to the end of the line.
  waiting.delete(organization_id)
  waiting.set(organization_id, queue)
  sliceMs = isBackground(organization_id) && isForegroundActive() ? BACKGROUND_SLICE_MS : SLICE_MS
  began = performance.now()
  const begin = () => {
    if (isInSlice && isOver()) return
    if (!isInSlice) began = performance.now()
    isInSlice = true
    queue.shift()?.()
  }
  // Each runs its piece to where it waits before the next begins, and nothing else comes in between.
  for (let piece = Math.min(queue.length, MAX_PIECES); piece > 0; piece--) setImmediate(begin)
  await nextTurn()
  isInSlice = false
  if (queue.length === 0 && waiting.get(organization_id) === queue) waiting.delete(organization_id)
  charge(organization_id, performance.now() - began + owedMs)
  owedMs = 0
}

import { AsyncLocalStorage } from 'node:async_hooks'

/** Work that no organization has asked for, such as jobs of the server. */
export const SERVER = ''
/** An organization that did something within this time is active. */
const ACTIVE_MS = 500
/** How much time in slices an organization may use at once before its work counts as background work. */
const BURST_MS = 50
/** How much of that comes back with time. */
const REFILL = 0.1
/** While others are active, background work rests this many times as long as it has worked: it gets a fifth of the thread. */
const REST_FACTOR = 4
/** A garbage collection within a slice must not keep background work waiting for seconds. */
const MAX_REST_MS = 500

type Account = {
  /** Time in slices that is left; below 0 the organization's work is background work. */
  credit_ms: number
  refilled_at: number
  active_at: number
}

/** `request`: a caller waits for its answer; `awaited`: for longer work, such as a run; `background`: nobody waits. */
export type WorkKind = 'request' | 'awaited' | 'background'
type Work = { organization_id: string; kind: WorkKind }

const ofServer: Work = { organization_id: SERVER, kind: 'background' }
const work = new AsyncLocalStorage<Work>()
const accounts = new Map<string, Account>()
let restUntil = 0

export const currentWork = (): Work => work.getStore() ?? ofServer

/** The organization whose work this is. */
export const currentOrganization = (): string => currentWork().organization_id

/** What `begin` calls is done for a request, whose organization is not known yet. */
export const beginRequest = <T>(begin: () => T): T => work.run({ organization_id: SERVER, kind: 'request' }, begin)

/** Does work on behalf of an organization, whose share of the thread and of the connections it uses. */
export const workFor = <T>(
  organization_id: string,
  task: () => Promise<T>,
  kind: 'awaited' | 'background' = 'background',
): Promise<T> => doWork({ organization_id, kind }, task)

/** The same for what a caller waits for. */
export const answerFor = <T>(organization_id: string, task: () => Promise<T>): Promise<T> =>
  doWork({ organization_id, kind: 'request' }, task)

/** Does what comes later from outside, such as a message of a socket, as part of the work that is done now. */
export function bindWork(): (task: () => void) => void {
  const mine = currentWork()
  return (task) => work.run(mine, task)
}

async function doWork<T>(mine: Work, task: () => Promise<T>): Promise<T> {
  noteActive(mine.organization_id)
  try {
    return await work.run(mine, task)
  } finally {
    noteActive(mine.organization_id)
  }
}

export function noteActive(organization_id: string): void {
  accountOf(organization_id).active_at = performance.now()
}

/** Whether the organization has used more of the thread lately than it may while others are active. */
export const isBackground = (organization_id: string): boolean => accountOf(organization_id).credit_ms < 0

/** For how long background work is not gone on with; 0 where nobody else is active. */
export function restLeftMs(): number {
  const left = restUntil - performance.now()
  return left > 0 && isForegroundActive() ? left : 0
}

/** Counts time on the thread against the organization that used it. What the server does by itself, such as indexing, is for all. */
export function spend(organization_id: string, used_ms: number): void {
  if (organization_id === SERVER) return
  const account = accountOf(organization_id)
  account.credit_ms = Math.max(account.credit_ms - used_ms, -BURST_MS)
}

/** The same for one slice of background work, which pauses afterwards. */
export function charge(organization_id: string, used_ms: number): void {
  spend(organization_id, used_ms)
  if (isBackground(organization_id)) restUntil = performance.now() + Math.min(used_ms * REST_FACTOR, MAX_REST_MS)
}

function accountOf(organization_id: string): Account {
  const now = performance.now()
  const known = accounts.get(organization_id)
  if (known) {
    known.credit_ms = Math.min(known.credit_ms + (now - known.refilled_at) * REFILL, BURST_MS)
    known.refilled_at = now
    return known
  }
  const created = { credit_ms: BURST_MS, refilled_at: now, active_at: Number.NEGATIVE_INFINITY }
  accounts.set(organization_id, created)
  return created
}

/** Whether an organization is active whose work is no background work. Forgets those that are not active any more. */
export function isForegroundActive(): boolean {
  const now = performance.now()
  let isActive = false
  for (const [organization_id, { active_at }] of accounts) {
    const { credit_ms } = accountOf(organization_id)
    if (now - active_at < ACTIVE_MS) isActive ||= credit_ms >= 0 && organization_id !== SERVER
    else if (credit_ms >= BURST_MS) accounts.delete(organization_id)
  }
  return isActive
}

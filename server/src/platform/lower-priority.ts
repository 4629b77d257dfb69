import { setPriority } from 'node:os'

/**
 * Leaves the cores to the thread that answers requests, and to the database beside it, where they have work. Linux counts a thread
 * as a process of its own; elsewhere the whole server would be lowered.
 */
export function lowerPriority(by: number): void {
  if (process.platform === 'linux') setPriority(by)
}

/** For work that has a deadline, and comes to its end beside others that use all cores. */
export const BESIDE_REQUESTS = 10
/** For work that may wait until nobody else has any. */
export const LAST = 19

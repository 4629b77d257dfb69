import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { RunCancelled } from '../runs/run-outcome.ts'

/** Throws what a new request of the caller would be refused with. */
type CheckRights = () => Promise<void>

/** The caller is no longer allowed to do this; `refusal` says why. */
export class RightLost extends RunCancelled {
  readonly refusal: AppError

  constructor(refusal: AppError) {
    super('The caller is no longer allowed to do this')
    this.refusal = refusal
  }
}

/** How long a call continues at most after its caller lost the right to it, if the event is missed. */
const RECHECK_INTERVAL_MS = 2000
const MIN_RECHECK_INTERVAL_MS = 500

/** Checks of the calls that this process makes. */
const checks = new Set<() => void>()

/** Makes a call that ends early when its caller loses the right to it. */
export async function whileAllowed<T>(
  { log }: Context,
  requireAllowed: CheckRights,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  const check = () =>
    void requireAllowed().catch((err) => {
      if (err instanceof AppError) lost.abort(new RightLost(err))
      // The check is repeated soon, and before the answer is sent.
      else log.warn({ err }, 'the rights of a call could not be checked')
    })
  checks.add(check)
  const timer = setInterval(check, RECHECK_INTERVAL_MS)
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(timer)
    checks.delete(check)
  }
}

let rechecking: NodeJS.Timeout | null = null
let recheckedAtMs = 0

/**
 * A caller may have lost a right: checks all calls, so that no list of reasons has to be complete. Many changes together, such as
 * a thousand archived conversations, are one check.
 */
export function recheckCalls(): void {
  if (rechecking) return
  const waitMs = Math.max(0, recheckedAtMs + MIN_RECHECK_INTERVAL_MS - performance.now())
  rechecking = setTimeout(() => {
    rechecking = null
    recheckedAtMs = performance.now()
    for (const check of checks) check()
  }, waitMs)
}

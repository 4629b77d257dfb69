import type { Context } from '#platform/context.ts'

/** How long after its timeout an attempt counts as lost with its process. */
const GRACE_MS = 5000

export const lostAt = (ctx: Context, within_ms: number): Date => new Date(ctx.now().getTime() + within_ms + GRACE_MS)

/** When an attempt has taken too long: `signal` ends then. A request that may take longer moves it, and answers when it is lost. */
export type Deadline = Disposable & { readonly signal: AbortSignal; prolong(within_ms: number): Date }

export function openDeadline(ctx: Context, within_ms: number): Deadline {
  const ended = new AbortController()
  const end = () => ended.abort(new DOMException('The delivery was given up at its timeout', 'TimeoutError'))
  let timer = setTimeout(end, within_ms)
  return {
    signal: ended.signal,
    prolong(within_ms) {
      clearTimeout(timer)
      timer = setTimeout(end, within_ms)
      return lostAt(ctx, within_ms)
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
    },
  }
}

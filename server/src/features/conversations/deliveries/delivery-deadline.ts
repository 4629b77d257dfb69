import type { Context } from '#platform/context.ts'

/** How long after its timeout an attempt counts as lost with its process. */
const GRACE_MS = 5000

export const lostAt = (ctx: Context, withinMs: number): Date => new Date(ctx.now().getTime() + withinMs + GRACE_MS)

/** When an attempt has taken too long: `signal` ends then. A request that may take longer moves it, and answers when it is lost. */
export type Deadline = Disposable & { readonly signal: AbortSignal; prolong(withinMs: number): Date }

export function openDeadline(ctx: Context, withinMs: number): Deadline {
  const ended = new AbortController()
  const end = () => ended.abort(new DOMException('The delivery was given up at its timeout', 'TimeoutError'))
  let timer = setTimeout(end, withinMs)
  return {
    signal: ended.signal,
    prolong(withinMs) {
      clearTimeout(timer)
      timer = setTimeout(end, withinMs)
      return lostAt(ctx, withinMs)
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
    },
  }
}

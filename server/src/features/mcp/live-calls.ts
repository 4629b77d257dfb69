import { AppError } from '#platform/error.ts'
import type { HostedContext } from './context.ts'
import { requireStillAllowed } from './recognise-token.ts'
import type { RpcId } from './rpc.ts'

type LiveCall = { stop: () => void; judge: () => void }

/** Calls that this process makes, by token and the id that the client gave. */
const live = new Map<string, Set<LiveCall>>()

const keyOf = (token_id: string, request_id: RpcId): string => JSON.stringify([token_id, request_id])

/** How long a call goes on at most after its token lost its worth without anybody being told. */
const JUDGED_EVERY_MS = 2000

/** Makes a call that ends early when its client leaves or cancels it, or when its token is worth nothing any more. */
export async function whileWanted<T>(
  ctx: HostedContext,
  { request_id, left }: { request_id: RpcId; left: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const key = keyOf(ctx.token_id, request_id)
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  const judge = () => void requireStillAllowed(ctx).catch((error) => (isRefusal(error) ? stop() : warn(ctx, error)))
  const call = { stop, judge }
  const calls = live.get(key) ?? new Set()
  live.set(key, calls.add(call))
  const timer = setInterval(judge, JUDGED_EVERY_MS)
  try {
    return await work(AbortSignal.any([left, stopped.signal]))
  } finally {
    clearInterval(timer)
    calls.delete(call)
    if (calls.size === 0) live.delete(key)
  }
}

const isRefusal = (error: unknown): boolean => error instanceof AppError

/** It is judged again soon, and before it is answered. */
const warn = ({ log }: HostedContext, error: unknown) => log.warn({ err: error }, 'a hosted call could not be judged')

/** Clients count their requests from 0: where two of one token are at the same number, nobody knows which is meant. */
export function cancelCall(token_id: string, request_id: RpcId): void {
  const calls = live.get(keyOf(token_id, request_id))
  if (calls?.size === 1) for (const { stop } of calls) stop()
}

/** Somebody has lost a right: whose call it was is read, so that no list of reasons has to be complete. */
export function judgeCalls(): void {
  for (const calls of live.values()) for (const { judge } of calls) judge()
}

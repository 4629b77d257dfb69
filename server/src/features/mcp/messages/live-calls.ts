import { whileAllowed } from '../../replies/while-allowed.ts'
import type { HostedContext } from '../context.ts'
import { requireStillAllowed } from '../recognize-token.ts'
import type { RpcId } from './rpc.ts'

/** What stops the calls that this process makes, by token and the id that the client gave. */
const live = new Map<string, Set<() => void>>()

const keyOf = (token_id: string, request_id: RpcId): string => JSON.stringify([token_id, request_id])

/** Makes a call that ends early when its client leaves or cancels it, or when its token is worth nothing any more. */
export async function whileWanted<T>(
  ctx: HostedContext,
  { request_id, left }: { request_id: RpcId; left: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const key = keyOf(ctx.token_id, request_id)
  const cancelled = new AbortController()
  const cancel = () => cancelled.abort()
  const calls = live.get(key) ?? new Set()
  live.set(key, calls.add(cancel))
  try {
    return await whileAllowed(
      ctx,
      () => requireStillAllowed(ctx),
      (lost) => work(AbortSignal.any([left, cancelled.signal, lost])),
    )
  } finally {
    calls.delete(cancel)
    if (calls.size === 0) live.delete(key)
  }
}

/** Clients count their requests from 0: where two of one token are at the same number, nobody knows which is meant. */
export function cancelCall(token_id: string, request_id: RpcId): void {
  const calls = live.get(keyOf(token_id, request_id))
  if (calls?.size === 1) for (const cancel of calls) cancel()
}

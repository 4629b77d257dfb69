import type { RpcId } from './rpc.ts'

/** Calls that this process makes, by token and the id that the client gave. */
const live = new Map<string, Set<AbortController>>()

const keyOf = (token_id: string, request_id: RpcId): string => JSON.stringify([token_id, request_id])

/** Makes a call that ends early when its client leaves or cancels it. */
export async function whileWanted<T>(
  { token_id, request_id, left }: { token_id: string; request_id: RpcId; left: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const key = keyOf(token_id, request_id)
  const call = new AbortController()
  const calls = live.get(key) ?? new Set()
  live.set(key, calls.add(call))
  try {
    return await work(AbortSignal.any([left, call.signal]))
  } finally {
    calls.delete(call)
    if (calls.size === 0) live.delete(key)
  }
}

/** Clients count their requests from 0: where two of one token are at the same number, nobody knows which is meant. */
export function cancelCall(token_id: string, request_id: RpcId): void {
  const calls = live.get(keyOf(token_id, request_id))
  if (calls?.size === 1) for (const call of calls) call.abort()
}

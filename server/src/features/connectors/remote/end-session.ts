import type { Context, Ports } from '#platform/context.ts'
import type { Fetch } from '../remote-types.ts'

const TIMEOUT_MS = 1000

type Session = {
  id: string
  url: string
  headers: Record<string, string>
  protocol_version: string | undefined
  fetch: Fetch
}

/** The sessions that each server of this process is ending. */
const everyEnding = new WeakMap<Ports, Set<Promise<void>>>()

function endingOf({ ports }: Context): Set<Promise<void>> {
  const known = everyEnding.get(ports)
  if (known) return known
  const made = new Set<Promise<void>>()
  everyEnding.set(ports, made)
  return made
}

/** Ends a session, which a server would keep for hours; the caller of a tool does not wait for that. */
export function endSession(ctx: Context, session: Session): void {
  const ending = endingOf(ctx)
  const deletion = deleteSession(session)
    .catch((err) => ctx.log.debug({ err }, 'a session was not ended'))
    .then(() => void ending.delete(deletion))
  ending.add(deletion)
}

/** By a request of its own, because the call may have been stopped, and its connection with it. */
async function deleteSession({ id, url, headers, protocol_version, fetch }: Session): Promise<void> {
  const response = await fetch(url, {
    method: 'DELETE',
    headers: {
      ...headers,
      'mcp-session-id': id,
      ...(protocol_version !== undefined && { 'mcp-protocol-version': protocol_version }),
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
}

/** Resolves when every session that this server has begun to end is over. */
export async function allSessionsEnded(ctx: Context): Promise<void> {
  await Promise.all(endingOf(ctx))
}

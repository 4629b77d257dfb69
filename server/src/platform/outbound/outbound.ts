import { Agent, fetch as send } from 'undici'
import { readAllowList } from './allow-list.ts'
import { type Call, readCall } from './call.ts'
import { checkUrl, guardedLookup, type Resolve, resolveBySystem } from './guard.ts'
import { connectSocket, type OpenSocket } from './open-socket.ts'
import { nextCall } from './redirect.ts'
import { OutboundRefused } from './refused.ts'

const connectTimeoutMs = 10_000
const keepAliveMs = 20_000
const connectionsPerOrigin = 256

type OutboundOptions = {
  /** Addresses, CIDRs and host names that may be called though they are not public. */
  allow: string[]
  /** The longest silence, before the answer begins and between its pieces; for a limit of the whole, pass a signal. */
  timeout_ms?: number
  max_redirects?: number
  resolve?: Resolve
}

/** Calls to addresses that tenants chose. `fetch` is a drop-in for the global one; close the rest by disposing. */
export type Outbound = AsyncDisposable & {
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  openSocket: OpenSocket
}

export function createOutbound(options: OutboundOptions): Outbound {
  const { timeout_ms: timeout = 300_000, max_redirects: maxRedirects = 5, resolve = resolveBySystem } = options
  const allowed = readAllowList(options.allow)
  const checkedLookup = guardedLookup(resolve, allowed)
  const agent = new Agent({
    connect: { lookup: checkedLookup, timeout: Math.min(timeout, connectTimeoutMs) },
    connections: connectionsPerOrigin,
    pipelining: 1,
    // One connection a call at a time: a stalled stream then holds up no other.
    allowH2: false,
    keepAliveTimeout: keepAliveMs,
    headersTimeout: timeout,
    bodyTimeout: timeout,
  })

  return {
    fetch: async (input, init) => {
      let call = await readCall(input, init)
      for (let redirects = 0; ; redirects++) {
        checkUrl(call.url, allowed)
        const response = await sendOnce(agent, call)
        const next = call.redirect === 'manual' ? undefined : nextCall(call, response)
        if (!next) return response

        await response.body?.cancel()
        if (call.redirect === 'error')
          throw new OutboundRefused(`${call.url.host} redirects, which is not expected here.`)
        if (redirects === maxRedirects) throw new OutboundRefused(`${call.url.host} redirects too many times.`)
        call = next
      }
    },
    openSocket(url, headers) {
      const asked = new URL(url)
      asked.protocol = url.protocol === 'wss:' ? 'https:' : 'http:'
      checkUrl(asked, allowed)
      return connectSocket(url, headers, checkedLookup)
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}

async function sendOnce(agent: Agent, { url, method, headers, body, signal }: Call): Promise<Response> {
  try {
    return await send(url, {
      dispatcher: agent,
      redirect: 'manual',
      method,
      headers: [...headers],
      ...(body !== undefined && { body, duplex: 'half' }),
      ...(signal && { signal }),
    })
  } catch (error) {
    // fetch hides every failure of the connection, a refusal too, behind one "fetch failed".
    for (let cause = error; cause instanceof Error; cause = cause.cause)
      if (cause instanceof OutboundRefused) throw cause
    throw error
  }
}

import {
  Client,
  type PriorDiscovery,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { Context } from '#platform/context.ts'
import type { NegotiatedProtocol, Remote } from '../remote-types.ts'
import { boundedAnswers } from './bounded-answers.ts'
import { endSession } from './end-session.ts'
import { numberRequests } from './number-requests.ts'
import { repeatEventId } from './repeat-event-id.ts'
import { validateMessages } from './validate-messages.ts'

const VERSION = '1.0.0'
const MAX_PAGES = 20
const MIN_RECONNECTION_MS = 500
const MAX_RECONNECTION_MS = 60_000
/** A longer negotiation is not stored with the connector: a server may describe itself at any length. */
const MAX_TRANSPORT_CHARACTERS = 20_000

/** Does `work` in a session with an MCP server, and returns the negotiated protocol too. */
export async function withRemote<T>(
  ctx: Context,
  remote: Remote,
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<{ result: T; protocol: NegotiatedProtocol | null }> {
  const { client, transport, whyEnded, hangUp } = await connect(ctx, remote, signal)
  try {
    const result = await work(client)
    return { result, protocol: protocolOf(client, transport) }
  } catch (error) {
    throw whyEnded(error)
  } finally {
    await hangUp()
  }
}

type Connected = {
  client: Client
  transport: NegotiatedProtocol['transport']
  /** What ended the line, where that was not the error that the client noticed. */
  whyEnded(error: unknown): unknown
  hangUp(): Promise<void>
}

async function connect(
  ctx: Context,
  { url, headers, protocol, fetch = ctx.ports.outbound.fetch }: Remote,
  signal: AbortSignal,
): Promise<Connected> {
  let refuse: (error: unknown) => void = () => undefined
  const how = {
    fetch: repeatEventId(boundedAnswers(fetch, signal, (error) => refuse(error))),
    requestInit: { headers },
  }
  const attempt = async (transport: NegotiatedProtocol['transport'], prior: PriorDiscovery | null) => {
    const client = newClient(ctx)
    const address = new URL(url)
    const line =
      transport === 'http'
        ? new StreamableHTTPClientTransport(address, { ...how, ...reconnection })
        : new SSEClientTransport(address, how)
    const judge = validateMessages()
    const restoreNumber = numberRequests(line)
    let refusal: unknown
    // What goes wrong on the line is noted and no more by itself: it would be listened to further.
    refuse = (error) => {
      refusal ??= error
      void line.close()
    }
    line.onmessage = (message) => {
      try {
        judge(message)
        restoreNumber(message)
      } catch (error) {
        refuse(error)
        throw error
      }
    }
    const whyEnded = (error: unknown) => refusal ?? error
    const hangUp = async () => {
      await client.close().catch((err) => ctx.log.debug({ err }, 'a connector was not left in order'))
      if (!(line instanceof StreamableHTTPClientTransport) || line.sessionId === undefined) return
      endSession(ctx, { id: line.sessionId, url, headers, protocol_version: line.protocolVersion, fetch })
    }
    try {
      await client.connect(line, { signal, ...(prior && { prior }) })
    } catch (error) {
      await hangUp()
      throw whyEnded(error)
    }
    return { client, transport, whyEnded, hangUp }
  }
  if (protocol?.transport === 'sse') return await attempt('sse', null)
  try {
    return await attempt('http', protocol?.prior ?? null)
  } catch (error) {
    if (!isOldServer(error)) throw error
    return await attempt('sse', null).catch(() => {
      throw error
    })
  }
}

/**
 * A server may close the stream of a long call and is asked for the rest later (revision 2025-11-25). It names the delay, so
 * the delay has bounds here: without them a server could have us ask all the time. The call's deadline ends it.
 */
const reconnection: StreamableHTTPClientTransportOptions = {
  reconnectionOptions: {
    maxRetries: 2,
    initialReconnectionDelay: 1000,
    maxReconnectionDelay: 1000,
    reconnectionDelayGrowFactor: 1,
  },
  reconnectionScheduler: (reconnect, delayMs) => {
    const timer = setTimeout(reconnect, Math.min(Math.max(delayMs, MIN_RECONNECTION_MS), MAX_RECONNECTION_MS))
    return () => clearTimeout(timer)
  },
}

/** Declares no capabilities, because no person or model could answer a server's requests. */
const newClient = ({ ports }: Context) =>
  new Client(
    { name: ports.config.BRAND_NAME, version: VERSION },
    {
      capabilities: {},
      versionNegotiation: { mode: 'auto' },
      listMaxPages: MAX_PAGES,
      // A schema of someone else's is not compiled into code here.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
    },
  )

/** Servers of before streamable HTTP take no POST at the address of their stream. */
function isOldServer(error: unknown): boolean {
  if (error instanceof UnauthorizedError) return false
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof SdkHttpError) return [400, 404, 405].includes(cause.status ?? 0)
  return false
}

function protocolOf(client: Client, transport: NegotiatedProtocol['transport']): NegotiatedProtocol | null {
  const discover = client.getDiscoverResult()
  const prior: PriorDiscovery = discover ? { kind: 'modern', discover } : { kind: 'legacy' }
  const protocol: NegotiatedProtocol = { transport, prior }
  return JSON.stringify(protocol).length > MAX_TRANSPORT_CHARACTERS ? null : protocol
}

import { vendors } from '#contracts/parties.ts'
import type { VendorConnection } from '../../model-language.ts'
import { notConnected, refusedBy } from '../../vendors/failure.ts'
import { openVendorSocket, type VendorSocket } from '../open-socket.ts'
import { ServerMessage } from './server-message.ts'

/** A server that accepts a setup and does not answer it is as good as gone. */
const SETUP_TIMEOUT_MS = 10_000

/** A session of the Live API. What it is set up for cannot be changed, so a line is replaced rather than updated. */
export type Line = {
  send(message: object): void
  /** The next message; throws where the socket is lost, or the signal's reason. */
  next(signal: AbortSignal): Promise<ServerMessage>
  /** Discards unread messages, such as the rest of an answer. */
  clear(): void
  isLost(): boolean
  /** The vendor will close it within the minute. */
  isEnding(): boolean
  /**
   * Called once, when the vendor says that it will close the line; not where it has already. A vendor that shuts down may say it
   * at the start of each session: opening the next one ahead of need would never end.
   */
  onEnding(handler: () => void): void
  close(): void
}

export async function openLine(
  connection: VendorConnection,
  model: string,
  setup: object,
  signal: AbortSignal,
): Promise<Line> {
  // They answer before their tools have, and say later that they meant something else.
  if (/-live\b.*thinking/.test(model))
    throw refusedBy(connection, 'has no calls by models that think while they speak.')
  const until = AbortSignal.any([signal, AbortSignal.timeout(SETUP_TIMEOUT_MS)])
  const socket = await openVendorSocket(
    connection,
    { ...(await addressOf(connection, model)), read, closeReason },
    until,
  )
  const line = lineOf(socket)
  try {
    line.send({ setup: { model: model.includes('/') ? model : `models/${model}`, ...setup } })
    while ((await line.next(until)).setupComplete === undefined);
    return line
  } catch (error) {
    line.close()
    throw error
  }
}

function lineOf(socket: VendorSocket<ServerMessage>): Line {
  let queue: ServerMessage[] = []
  let loss: { error: unknown } | null = null
  let isEnding = false
  let handleEnding = (): void => undefined
  let wake = (): void => undefined
  socket.listen({
    onMessage(message) {
      queue.push(message)
      if (message.goAway !== undefined && !isEnding) {
        isEnding = true
        handleEnding()
      }
      wake()
    },
    onLost(error) {
      loss = { error }
      wake()
    },
  })
  return {
    send: socket.send,
    async next(signal) {
      const stop = (): void => wake()
      signal.addEventListener('abort', stop)
      try {
        for (;;) {
          signal.throwIfAborted()
          const message = queue.shift()
          if (message) return message
          if (loss) throw loss.error
          const { promise, resolve } = Promise.withResolvers<void>()
          wake = resolve
          await promise
        }
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    clear() {
      queue = []
    },
    isLost: socket.isLost,
    isEnding: () => isEnding,
    onEnding(handler) {
      handleEnding = handler
    },
    close: socket.close,
  }
}

async function addressOf(connection: VendorConnection, model: string) {
  const { provider, api_key, base_url } = connection
  if (!api_key) throw notConnected(connection)
  const { createGoogle } = await import('@ai-sdk/google')
  const baseURL = base_url ?? vendors[provider].default_base_url
  const known = createGoogle({ apiKey: api_key, ...(baseURL && { baseURL }) }).experimental_realtime(model)
  const found = await known.getServerWebSocketConfig?.({ intent: 'conversation' })
  if (!found) throw notConnected(connection)
  return { url: found.url, headers: found.headers ?? {} }
}

const read = (json: unknown): ServerMessage[] => [ServerMessage.parse(json)]

/** The vendor refuses by closing, also a wrong key: the code is the same, and only the reason says it. */
function closeReason(code: number, reason: string): unknown {
  if (/\bapi key\b|unregistered callers/i.test(reason)) return { type: 'api_key_invalid', message: reason }
  if (/quota|exhausted/i.test(reason)) return { type: 'quota_exhausted', message: reason }
  return code === 1007 || code === 1008 ? { type: 'invalid_argument', message: reason } : null
}

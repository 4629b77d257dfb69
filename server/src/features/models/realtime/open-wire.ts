import { once } from 'node:events'
import type {
  Experimental_RealtimeModelV4 as RealtimeModel,
  Experimental_RealtimeModelV4ServerEvent as ServerEvent,
} from '@ai-sdk/provider'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { vendors } from '#contracts/parties.ts'
import type { VendorConnection } from '../model-language.ts'
import { brokenStream, notConnected, refusedBy } from '../vendors/failure.ts'

/** Whatever it is, it has a type. */
const RawEvent = z.looseObject({ type: z.string() })

type Listener = {
  onEvent(event: ServerEvent): void
  /** The socket is lost; nothing follows. */
  onLost(error: unknown): void
}

/** One WebSocket to a realtime model. */
export type Wire = {
  readonly model: RealtimeModel
  send(event: object): void
  /** Never calls the listener before it returns. Stop listening by calling what it returns. */
  listen(listener: Listener): () => void
  isLost(): boolean
  close(): void
}

/** Connects to a realtime model; rejects with what failed, for `failureOf` to explain. */
export async function openWire(connection: VendorConnection, model_id: string, signal: AbortSignal): Promise<Wire> {
  const model = await realtimeModel(connection, model_id)
  const { url, headers = {} } = await serverConnection(connection, model)
  if (!connection.openSocket) throw notConnected(connection)
  const socket = connection.openSocket(new URL(url), headers)
  const listeners = new Set<Listener>()
  let loss: unknown = null

  function lose(error: unknown): void {
    if (loss !== null) return
    loss = error
    socket.terminate()
    for (const { onLost } of listeners) onLost(error)
  }

  socket.on('error', lose)
  socket.on('close', () => lose(brokenStream(connection)))
  socket.on('unexpected-response', (_request, { statusCode }) =>
    lose({ status: statusCode, message: 'The connection was refused' }),
  )
  socket.on('message', (data, isBinary) => {
    const events = isBinary ? null : readEvents(model, String(data))
    if (events === null) return lose(brokenStream(connection))
    for (const event of events) for (const { onEvent } of [...listeners]) onEvent(event)
  })
  await untilOpen(socket, signal, () => loss)

  return {
    model,
    send(event) {
      if (loss === null) socket.send(JSON.stringify(event))
    },
    listen(listener) {
      listeners.add(listener)
      if (loss !== null) queueMicrotask(() => listener.onLost(loss))
      return () => listeners.delete(listener)
    },
    isLost: () => loss !== null,
    close: () => lose(brokenStream(connection)),
  }
}

async function untilOpen(socket: WebSocket, signal: AbortSignal, lossOf: () => unknown): Promise<void> {
  try {
    await once(socket, 'open', { signal })
  } catch (error) {
    socket.terminate()
    throw signal.aborted ? signal.reason : (lossOf() ?? error)
  }
}

async function realtimeModel(connection: VendorConnection, model: string): Promise<RealtimeModel> {
  const { provider, api_key, base_url } = connection
  if (provider !== 'vendor_1') throw refusedBy(connection, 'has no realtime models that can be called.')
  if (!api_key) throw notConnected(connection)
  const { createOpenAI } = await import('@ai-sdk/openai')
  const baseURL = base_url ?? vendors[provider].default_base_url
  return createOpenAI({ apiKey: api_key, baseURL }).experimental_realtime(model)
}

async function serverConnection(connection: VendorConnection, model: RealtimeModel) {
  const found = await model.getServerWebSocketConfig?.({ intent: 'conversation' })
  if (!found) throw notConnected(connection)
  return found
}

/** Null where it is no event. */
function readEvents(model: RealtimeModel, text: string): ServerEvent[] | null {
  try {
    const events = model.parseServerEvent(RawEvent.parse(JSON.parse(text)))
    return Array.isArray(events) ? events : [events]
  } catch {
    return null
  }
}

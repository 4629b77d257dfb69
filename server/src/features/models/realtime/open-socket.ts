import { once } from 'node:events'
import type { WebSocket } from 'ws'
import type { VendorConnection } from '../model-language.ts'
import { brokenStream, notConnected } from '../vendors/failure.ts'

type Listener<Message> = {
  onMessage(message: Message): void
  /** The socket is lost; nothing follows. */
  onLost(error: unknown): void
}

/** One WebSocket to a realtime model, on which both sides send JSON. */
export type VendorSocket<Message> = {
  send(message: object): void
  /** Never calls the listener synchronously. Returns a function that stops listening. */
  listen(listener: Listener<Message>): () => void
  isLost(): boolean
  close(): void
}

type Protocol<Message> = {
  url: string
  headers: Record<string, string>
  /** What one frame says; throws where it says nothing that can be read. */
  read(json: unknown): Message[]
  /** Why the vendor has closed the socket, for `failureOf` to explain; null where it does not say. */
  closeReason?(code: number, reason: string): unknown
}

/** Connects to a realtime model; rejects with what failed, for `failureOf` to explain. */
export async function openVendorSocket<Message>(
  connection: VendorConnection,
  { url, headers, read, closeReason }: Protocol<Message>,
  signal: AbortSignal,
): Promise<VendorSocket<Message>> {
  if (!connection.openSocket) throw notConnected(connection)
  const socket = connection.openSocket(new URL(url), headers)
  const listeners = new Set<Listener<Message>>()
  let loss: unknown = null

  function lose(error: unknown): void {
    if (loss !== null) return
    loss = error
    socket.terminate()
    for (const { onLost } of listeners) onLost(error)
  }

  function readFrame(data: string): Message[] | null {
    try {
      return read(JSON.parse(data))
    } catch {
      return null
    }
  }

  socket.on('error', lose)
  socket.on('close', (code, reason) => lose(closeReason?.(code, String(reason)) ?? brokenStream(connection)))
  socket.on('unexpected-response', (_request, { statusCode }) =>
    lose({ status: statusCode, message: 'The connection was refused' }),
  )
  // Google sends its JSON in binary frames.
  socket.on('message', (data) => {
    const messages = readFrame(String(data))
    if (messages === null) return lose(brokenStream(connection))
    for (const message of messages) for (const { onMessage } of [...listeners]) onMessage(message)
  })
  await untilOpen(socket, signal, () => loss)

  return {
    send(message) {
      if (loss === null) socket.send(JSON.stringify(message))
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

import { once } from 'node:events'
import { io } from 'socket.io-client'

// biome-ignore lint/suspicious/noExplicitAny: a test reads freely what it receives
export type ReceivedEvent = { name: string; payload: any }

export type Listener = {
  readonly received: readonly ReceivedEvent[]
  /** Resolves once something fits, also where it has come before; false where it did not come in time. */
  receives(fits: (event: ReceivedEvent) => boolean): Promise<boolean>
  close(): void
}

const TIMEOUT_MS = 60_000

/** A socket that keeps what reaches it, in its order. */
export async function openListener(address: string, token: string): Promise<Listener> {
  const socket = io(address, { path: '/realtime', auth: { token }, transports: ['websocket'], forceNew: true })
  const received: ReceivedEvent[] = []
  const waiting = new Set<() => void>()
  socket.onAny((name: string, payload) => {
    received.push({ name, payload })
    for (const look of waiting) look()
  })
  await once(socket as never, 'ready')
  return {
    received,
    receives: (fits) =>
      new Promise((resolve) => {
        let seen = 0
        const end = (isReceived: boolean) => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve(isReceived)
        }
        const look = () => {
          while (seen < received.length) {
            const one = received[seen++]
            if (one && fits(one)) return end(true)
          }
        }
        const timer = setTimeout(end, TIMEOUT_MS, false)
        waiting.add(look)
        look()
      }),
    close: () => void socket.close(),
  }
}

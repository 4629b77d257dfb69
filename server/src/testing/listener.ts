import { once } from 'node:events'
import { io } from 'socket.io-client'

// biome-ignore lint/suspicious/noExplicitAny: a test reads freely what it hears
export type Heard = { name: string; payload: any }

export type Ears = {
  readonly heard: readonly Heard[]
  /** Resolves once something fits, also where it has come before; false where it did not come in time. */
  hears(fits: (heard: Heard) => boolean): Promise<boolean>
  close(): void
}

const TIMEOUT_MS = 60_000

/** A socket that keeps what reaches it, in its order. */
export async function openEars(address: string, token: string): Promise<Ears> {
  const socket = io(address, { path: '/realtime', auth: { token }, transports: ['websocket'], forceNew: true })
  const heard: Heard[] = []
  const waiting = new Set<() => void>()
  socket.onAny((name: string, payload) => {
    heard.push({ name, payload })
    for (const look of waiting) look()
  })
  await once(socket as never, 'ready')
  return {
    heard,
    hears: (fits) =>
      new Promise((resolve) => {
        let seen = 0
        const end = (isHeard: boolean) => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve(isHeard)
        }
        const look = () => {
          while (seen < heard.length) {
            const one = heard[seen++]
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

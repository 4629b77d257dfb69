import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const MAX_ATTEMPTS = 20
const RETRY_INTERVAL_MS = 100

const unavailable = (_: unknown, response: ServerResponse) => void response.writeHead(503).end()

/** A platform that is down refuses connections, so that its callers know that nothing arrived; or a proxy answers in its place. */
export const outageOf = (server: Server, url: () => string) => ({
  /** From now on every request is answered with 503; what ends it puts the platform back. */
  beUnavailable(): () => void {
    const listeners = server.listeners('request') as ((...values: unknown[]) => void)[]
    server.removeAllListeners('request').on('request', unavailable)
    return () => {
      server.off('request', unavailable)
      for (const listener of listeners) server.on('request', listener)
    }
  },
  async goDown(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  },
  /** At the same address. Another connection of this machine may use its port for a moment. */
  async comeBack(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const listening = once(server, 'listening')
      server.listen(Number(new URL(url()).port), '127.0.0.1')
      try {
        return void (await listening)
      } catch (error) {
        if (attempt === MAX_ATTEMPTS) throw error
        await sleep(RETRY_INTERVAL_MS)
      }
    }
  },
})

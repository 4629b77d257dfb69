import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { inTurn } from '../http/in-turn.ts'

/** What a client may send without waiting for others: well above speech, which has 48 kB a second. */
const BURST_BYTES = 512 * 1024
const BYTES_PER_MS = 100

/** Who sends much at once is read in turns, with all bodies of requests that are large. */
export function paceReading(client: WebSocket, socket: Duplex): void {
  let allowedBytes = BURST_BYTES
  let countedAt = performance.now()
  socket.on('data', ({ length }: Buffer) => {
    const now = performance.now()
    const earned = (now - countedAt) * BYTES_PER_MS
    allowedBytes = Math.min(BURST_BYTES, allowedBytes + earned) - length
    countedAt = now
    if (allowedBytes >= 0) return
    allowedBytes = 0
    client.pause()
    void inTurn(length, () => client.resume())
  })
}

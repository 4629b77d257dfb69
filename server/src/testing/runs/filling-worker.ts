import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'

const PIECE_BYTES = 10 * 2 ** 20

/** Fills so much memory, as a large document does while it is read. */
parentPort?.on('message', async (megabytes: number) => {
  const pieces: Uint8Array[] = []
  while (pieces.length * PIECE_BYTES < megabytes * 2 ** 20) {
    pieces.push(new Uint8Array(PIECE_BYTES).fill(1))
    await sleep(20)
  }
  parentPort?.postMessage(pieces.length)
})

// A thread that calls, floods its sockets and calls again, for `bench/call-floods.ts`.
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { voice } from '#testing/calls/sounds.ts'
import { openCallSocket } from './calls.ts'
import type { Alongside } from './stage.ts'

const FRAME_BYTES = 64 * 1024
/** Each socket calls again at most so often. */
const AGAIN_MS = 1000

export const floods = [
  'nothing, only calls',
  'audio, 14 seconds at once',
  'audio in frames of two bytes',
  'messages of 200 kB',
  'a message of 13 MB of lists in lists',
  'a message of 13 MB of numbers',
] as const
export type Flood = (typeof floods)[number]
/** `until`: by the clock of the wall, in milliseconds. */
export type FloodOrder = { flood: Flood; alongside: Alongside; until: number }

function messagesOf(flood: Flood): (string | Buffer)[] {
  const bytes = 13 * 1024 * 1024
  switch (flood) {
    case 'nothing, only calls':
      return []
    case 'audio, 14 seconds at once': {
      const speech = voice(14_000)
      return Array.from({ length: Math.ceil(speech.length / FRAME_BYTES) }, (_, n) =>
        speech.subarray(n * FRAME_BYTES, (n + 1) * FRAME_BYTES),
      )
    }
    case 'audio in frames of two bytes':
      return Array<Buffer>(20_000).fill(Buffer.alloc(2))
    case 'messages of 200 kB':
      return Array<string>(60).fill(JSON.stringify({ type: 'user_message', message: 'x'.repeat(200_000) }))
    case 'a message of 13 MB of lists in lists':
      return ['['.repeat(bytes)]
    case 'a message of 13 MB of numbers':
      return [`[1${',1'.repeat(bytes / 2)}]`]
  }
}

async function floodUntil({ flood, alongside, until }: FloodOrder): Promise<string> {
  const messages = messagesOf(flood)
  const ends = new Map<string, number>()
  const callAndFlood = async (cookie: string): Promise<void> => {
    const socket = await openCallSocket(alongside, cookie)
    const { promise: closed, resolve } = Promise.withResolvers<string>()
    socket.once('close', (code: number, reason: Buffer) => resolve(`${code} ${reason.toString()}`))
    for (const message of messages) socket.send(message)
    await Promise.race([closed, sleep(Math.max(0, until - Date.now()))])
    socket.terminate()
    const end = await closed
    ends.set(end, (ends.get(end) ?? 0) + 1)
  }
  await Promise.all(
    alongside.people.map(async ({ cookie }) => {
      for (; Date.now() < until; await sleep(AGAIN_MS)) await callAndFlood(cookie)
    }),
  )
  return [...ends].map(([end, times]) => `${times} × ${end}`).join(', ')
}

if (!isMainThread) parentPort?.postMessage(await floodUntil(workerData as FloodOrder))

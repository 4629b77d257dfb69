// Interrupting by voice: how long from the first sample of the caller's speech over an answer to the last sound that is sent of it,
// at random moments (goal: 200 ms, with the 180 ms of voice that tell speech from a cough or an echo).
import { setTimeout as sleep } from 'node:timers/promises'
import { silence, voice } from '#testing/calls/sounds.ts'
import { callerOf, SPEECH } from './lib/caller.ts'
import { giveVoice, openCallSocket } from './lib/calls.ts'
import { median, quantiles } from './lib/load.ts'
import { openStage } from './lib/stage.ts'

const TIMES = Number(process.argv[2] ?? 20)
const GOAL_MS = 200
const FRAME_MS = 20
/** The answer takes five seconds to be said. */
const LATEST_MS = 3500

await using stage = await openStage({ model: 'bench/servers/speech-vendor.ts', modelArgs: ['--serve'], people: 1 })
await giveVoice(stage)
const socket = await openCallSocket(stage.alongside.ready, stage.alongside.ready.people[0]?.cookie ?? '')
const caller = await callerOf(socket)
let [soundAt, pausedAt] = [0, 0]
socket.on('message', (data: Buffer, isBinary: boolean) => {
  if (isBinary) soundAt = performance.now()
  else if (data.toString().includes('response.paused')) pausedAt = performance.now()
})

/** A microphone that is never off. */
async function quietUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await sleep(FRAME_MS)
    socket.send(silence(FRAME_MS))
  }
}

const delays: number[] = []
const pausedAfter: number[] = []
await caller.send(SPEECH)
for (let nth = 0; nth < TIMES; nth++) {
  await quietUntil(() => soundAt > 0)
  const until = performance.now() + 100 + Math.random() * LATEST_MS
  await quietUntil(() => performance.now() > until)
  pausedAt = 0
  const beganAt = performance.now()
  await caller.send(voice(600))
  if (pausedAt === 0) throw new Error('Speech over an answer was not noticed')
  delays.push(soundAt - beganAt)
  pausedAfter.push(pausedAt - beganAt)
  // It is the next question, and its answer is interrupted too.
  soundAt = 0
}
caller.close()

const { p99 } = quantiles(delays)
const isMet = p99 <= GOAL_MS
console.log(
  `${isMet ? 'ok' : 'MISS'}    ${TIMES} answers interrupted: last sound p50 ${median(delays).toFixed(0)} ms, most ${Math.max(...delays).toFixed(0)} ms after the first of the caller's (goal ${GOAL_MS}); the client is told to drop what it has after ${median(pausedAfter).toFixed(0)} ms, at most ${Math.max(...pausedAfter).toFixed(0)}`,
)
if (!isMet) process.exitCode = 1

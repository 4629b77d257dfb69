// Calls by voice: how long from the end of speech to the first sound of the answer, beyond what the vendor takes (goal: 150 ms, without
// the pause by which the end is noticed), and what so many calls at once cost: the server's processor (goal for 100: one core),
// its memory, and sound that came later than it was to be heard (goal: never by more than 60 ms).
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { silence, voice } from '#testing/sounds.ts'
import { giveVoice, openCallSocket } from './lib/calls.ts'
import { median, quantiles } from './lib/load.ts'
import { openStage } from './lib/stage.ts'
import { FIRST_SOUND_MS, FIRST_TOKEN_MS, TRANSCRIBING_MS } from './servers/speech-vendor.ts'

const CALLS = Number(process.argv[2] ?? 100)
const SECONDS = Number(process.argv[3] ?? 60)
const TURNS = 12
const FRAME_MS = 20
const BYTES_PER_MS = 48
const FLOOR_MS = TRANSCRIBING_MS + FIRST_TOKEN_MS + FIRST_SOUND_MS
/** A turn of a call under load: a second of speech, and then the time in which it is answered. */
const SPEECH = Buffer.concat([silence(300), voice(1000)])
const TURN_MS = 12_000

await using stage = await openStage({
  model: 'bench/servers/speech-vendor.ts',
  modelArgs: ['--serve'],
  people: CALLS,
})
const { people } = stage.alongside.ready
await giveVoice(stage)

/** A caller who sends what a microphone hears, frame by frame. */
async function call(cookie: string) {
  const socket = await openCallSocket(stage.alongside.ready, cookie)
  const seen = { stoppedAt: 0, soundAt: 0, playedMs: 0, lateMs: 0, answers: 0, errors: [] as string[] }
  socket.on('message', (data: Buffer, isBinary) => {
    const now = performance.now()
    if (isBinary) {
      if (seen.soundAt === 0) seen.soundAt = now
      // What came until now has been heard by then; a frame after that is late.
      else seen.lateMs = Math.max(seen.lateMs, now - seen.soundAt - seen.playedMs)
      seen.playedMs += data.length / BYTES_PER_MS
      return
    }
    const event = JSON.parse(data.toString()) as { type: string; code?: string }
    if (event.type === 'speech_stopped') Object.assign(seen, { stoppedAt: now, soundAt: 0, playedMs: 0 })
    if (event.type === 'response.done') seen.answers += 1
    if (event.type === 'error') seen.errors.push(String(event.code))
  })
  return {
    seen,
    close: () => socket.close(),
    /** In real time. */
    async send(pcm: Buffer): Promise<void> {
      const begun = performance.now()
      for (let at = 0; at < pcm.length; at += FRAME_MS * BYTES_PER_MS) {
        const wait = begun + at / BYTES_PER_MS - performance.now()
        if (wait > 0) await sleep(wait)
        socket.send(pcm.subarray(at, at + FRAME_MS * BYTES_PER_MS))
      }
    },
  }
}

/** Of the server's process, in milliseconds. */
function processorMs(): number {
  const fields = readFileSync(`/proc/${stage.alongside.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const [first] = people
if (!first) throw new Error('Nobody calls')
const one = await call(first.cookie)
const delays: number[] = []
for (let turn = 0; turn < TURNS; turn++) {
  const answered = one.seen.answers
  await one.send(Buffer.concat([SPEECH, silence(900)]))
  while (one.seen.answers === answered) await one.send(silence(200))
  delays.push(one.seen.soundAt - one.seen.stoppedAt)
}
one.close()
console.log(
  `one call: from the end of speech to the first sound  p50 ${median(delays).toFixed(0)} ms  p99 ${quantiles(delays).p99.toFixed(0)} ms; the vendor takes ${FLOOR_MS} ms: ${(median(delays) - FLOOR_MS).toFixed(0)} ms above it (goal 150)`,
)

const idle = await stage.alongside.memory()
const calls = await Promise.all(people.map(({ cookie }) => call(cookie)))
const begunMs = processorMs()
const begun = performance.now()
await Promise.all(
  calls.map(async (each, n) => {
    await each.send(silence((n * TURN_MS) / calls.length))
    while (performance.now() - begun < SECONDS * 1000) await each.send(Buffer.concat([SPEECH, silence(TURN_MS - 1300)]))
  }),
)
const tookMs = performance.now() - begun
const cores = (processorMs() - begunMs) / tookMs
const memory = await stage.alongside.memory()
for (const each of calls) each.close()
const late = calls.map(({ seen }) => seen.lateMs).sort((a, b) => a - b)
const answers = calls.reduce((sum, { seen }) => sum + seen.answers, 0)
const errors = calls.flatMap(({ seen }) => seen.errors)
const mb = (bytes: number) => (bytes / 1024 / 1024).toFixed(0)
console.log(
  `${CALLS} calls for ${(tookMs / 1000).toFixed(0)} s: ${cores.toFixed(2)} cores (goal for 100: 1), ${answers} answers, ${errors.length} errors ${[...new Set(errors)].join(' ')}\n` +
    `  sound late by at most ${late.at(-1)?.toFixed(0)} ms, in half of the calls by ${median(late).toFixed(0)} (goal 60)\n` +
    `  memory ${mb(idle.live)} MB before, ${mb(memory.live)} during: ${((memory.live - idle.live) / 1024 / CALLS).toFixed(0)} kB a call`,
)

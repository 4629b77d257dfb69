// Calls by voice: how long from the end of speech to the first sound of the answer, beyond what the vendor takes (goal: 150 ms, without
// the pause by which the end is noticed), and what so many calls at once cost: the server's processor (goal for 100: one core),
// its memory, which is to stay where it was after a fifth of the time (goal: within a tenth), and sound that came later than it was to be heard (goal: never by more than 60 ms).
import { callerOf, talkAtOnce, VENDOR_MS } from './lib/caller.ts'
import { giveVoice, openCallSocket } from './lib/calls.ts'
import { median, quantiles } from './lib/load.ts'
import { processorMs } from './lib/process-figures.ts'
import { openStage } from './lib/stage.ts'

const CALLS = Number(process.argv[2] ?? 100)
const SECONDS = Number(process.argv[3] ?? 60)
const TURNS = 12
/** A turn of a call under load: a second of speech, and then the time in which it is answered. */
const TURN_MS = 12_000

await using stage = await openStage({
  model: 'bench/servers/speech-vendor.ts',
  modelArgs: ['--serve'],
  people: CALLS,
})
const { people } = stage.alongside.ready
await giveVoice(stage)

const call = async (cookie: string) => callerOf(await openCallSocket(stage.alongside.ready, cookie))

const [first] = people
if (!first) throw new Error('Nobody calls')
const one = await call(first.cookie)
const delays: number[] = []
for (let turn = 0; turn < TURNS; turn++) delays.push((await one.takeTurn()).sinceNoticed)
one.close()
console.log(
  `one call: from the end of speech to the first sound  p50 ${median(delays).toFixed(0)} ms  p99 ${quantiles(delays).p99.toFixed(0)} ms; the vendor takes ${VENDOR_MS} ms: ${(median(delays) - VENDOR_MS).toFixed(0)} ms above it (goal 150)`,
)

const idle = await stage.alongside.memory()
const calls = await Promise.all(people.map(({ cookie }) => call(cookie)))
const begunMs = processorMs(stage.alongside.pid)
const begun = performance.now()
await talkAtOnce(calls, TURN_MS, SECONDS / 5)
const early = await stage.alongside.memory()
await talkAtOnce(calls, TURN_MS, (SECONDS * 4) / 5)
const tookMs = performance.now() - begun
const cores = (processorMs(stage.alongside.pid) - begunMs) / tookMs
const memory = await stage.alongside.memory()
for (const each of calls) each.close()
const late = calls.map(({ seen }) => seen.lateMs).sort((a, b) => a - b)
const answers = calls.reduce((sum, { seen }) => sum + seen.answers, 0)
const errors = calls.flatMap(({ seen }) => seen.errors)
const mb = (bytes: number) => (bytes / 1024 / 1024).toFixed(0)
console.log(
  `${CALLS} calls for ${(tookMs / 1000).toFixed(0)} s: ${cores.toFixed(2)} cores (goal for 100: 1), ${answers} answers, ${errors.length} errors ${[...new Set(errors)].join(' ')}\n` +
    `  sound late by at most ${late.at(-1)?.toFixed(0)} ms, in half of the calls by ${median(late).toFixed(0)} (goal 60)\n` +
    `  memory ${mb(idle.live)} MB before, ${mb(early.live)} after a fifth of the time, ${mb(memory.live)} at the end (${(memory.live / early.live).toFixed(2)}, goal 1.1): ${((memory.live - idle.live) / 1024 / CALLS).toFixed(0)} kB a call`,
)

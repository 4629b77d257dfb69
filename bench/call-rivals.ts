// Calls by voice beside LiveKit Agents for Node, from its npm packages, with the same vendor: how long from the end of speech
// to the first sound of the answer (goal: 0.6 of LiveKit's), and what a call costs of memory (goal: 0.5 of its) and of the
// processor. LiveKit hands its sound over as fast as it comes, without a room; ours is paced for the caller's player.
import { WebSocket } from 'ws'
import { type Caller, callerOf, talkAtOnce, VENDOR_MS } from './lib/caller.ts'
import { giveVoice, openCallSocket } from './lib/calls.ts'
import { startChild } from './lib/children.ts'
import { median } from './lib/load.ts'
import { installOutside } from './lib/outside-packages.ts'
import { processorMs, residentBytes } from './lib/process-figures.ts'
import { openStage } from './lib/stage.ts'

const CALLS = Number(process.argv[2] ?? 20)
const SECONDS = Number(process.argv[3] ?? 40)
const TURNS = 20
const TURN_MS = 12_000
const LATENCY_GOAL = 0.6
const MEMORY_GOAL = 0.5
const PACKAGES = [
  '@livekit/agents@1.9.0',
  '@livekit/agents-plugin-openai@1.9.0',
  '@livekit/agents-plugin-silero@1.9.0',
  '@livekit/rtc-node@0.13.35',
  'ws@8.23.0',
]

type Figures = { sinceQuietMs: number; sinceNoticedMs: number; bytes: number; cores: number }

async function measure(name: string, pid: number, open: (nth: number) => Promise<WebSocket>): Promise<Figures> {
  const one = await callerOf(await open(0))
  const turns: { sinceNoticed: number; sinceQuiet: number }[] = []
  for (let turn = 0; turn < TURNS; turn++) turns.push(await one.takeTurn())
  one.close()
  const idleBytes = residentBytes(pid)
  const callers: Caller[] = []
  for (let nth = 0; nth < CALLS; nth++) callers.push(await callerOf(await open(nth)))
  const begunMs = processorMs(pid)
  const begun = performance.now()
  await talkAtOnce(callers, TURN_MS, SECONDS)
  const cores = (processorMs(pid) - begunMs) / (performance.now() - begun)
  const bytes = (residentBytes(pid) - idleBytes) / CALLS
  const answers = callers.reduce((sum, { seen }) => sum + seen.answers, 0)
  const errors = callers.flatMap(({ seen }) => seen.errors)
  for (const each of callers) each.close()
  const sinceQuietMs = median(turns.map(({ sinceQuiet }) => sinceQuiet))
  const sinceNoticedMs = median(turns.map(({ sinceNoticed }) => sinceNoticed))
  console.log(`${name}
  one call: first sound ${sinceQuietMs.toFixed(0)} ms after the end of speech, ${sinceNoticedMs.toFixed(0)} ms after the end was noticed; the vendor takes ${VENDOR_MS} ms
  ${CALLS} calls: ${(bytes / 1024 / 1024).toFixed(2)} MB resident a call over ${(idleBytes / 1024 / 1024).toFixed(0)} MB, ${cores.toFixed(2)} cores, ${answers} answers, ${errors.length} errors ${[...new Set(errors)].join(' ')}`)
  return { sinceQuietMs, sinceNoticedMs, bytes, cores }
}

async function measureLiveKit(model_url: string): Promise<Figures> {
  using installed = installOutside(PACKAGES, 'livekit-calls.mjs')
  const server = await startChild<string>(installed.script, { MODEL_URL: model_url })
  const open = async () => {
    const socket = new WebSocket(server.ready)
    await new Promise((opened, failed) => socket.once('open', opened).once('error', failed))
    return socket
  }
  try {
    return await measure('LiveKit Agents', server.pid, open)
  } finally {
    await server.stop()
  }
}

await using stage = await openStage({
  model: 'bench/servers/speech-vendor.ts',
  modelArgs: ['--serve'],
  people: CALLS,
})
await giveVoice(stage)
const { people } = stage.alongside.ready
const ours = await measure('Alongside', stage.alongside.pid, (nth) =>
  openCallSocket(stage.alongside.ready, people[nth]?.cookie ?? ''),
)
const theirs = await measureLiveKit(stage.model_url)

const compare = (what: string, ratio: number, goal: number): boolean => {
  console.log(`${ratio <= goal ? 'ok' : 'MISS'}    ${what}: ×${ratio.toFixed(2)} of LiveKit's (goal ${goal})`)
  return ratio <= goal
}
const met = [
  compare('from the end of speech to the first sound', ours.sinceQuietMs / theirs.sinceQuietMs, LATENCY_GOAL),
  compare('the same once the end was noticed', ours.sinceNoticedMs / theirs.sinceNoticedMs, LATENCY_GOAL),
  compare(
    'the same beyond what the vendor takes',
    (ours.sinceNoticedMs - VENDOR_MS) / (theirs.sinceNoticedMs - VENDOR_MS),
    LATENCY_GOAL,
  ),
  compare('memory of a call', ours.bytes / theirs.bytes, MEMORY_GOAL),
  compare('processor of a call', ours.cores / theirs.cores, 1),
]
process.exitCode = met.every(Boolean) ? 0 : 1

// What callers who flood the sockets of their calls cost the others: the chat of a second organization and `/health`, idle
// and beside 45 sockets of one organization that send as much as they can until they are hung up on, and call again.
// Goals: those of `fair-share`. Part of a name as an argument picks floods.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { giveVoice } from './lib/calls.ts'
import { type Flood, type FloodOrder, floods } from './lib/flood-calls.ts'
import { measureOthers, reportOthers } from './lib/others.ts'
import { openStage } from './lib/stage.ts'

const picked = process.argv[2] ?? ''
const SECONDS = 8
const SOCKETS = 45

await using stage = await openStage({
  model: 'bench/servers/speech-vendor.ts',
  modelArgs: ['--serve'],
  people: SOCKETS,
  nodeOptions: process.env.SERVER_NODE_OPTIONS ?? '',
})
await giveVoice(stage)

/** Floods from a thread of its own, so that only the server is what both share. Says how the calls ended. */
async function flood(flood: Flood): Promise<string> {
  const { ready } = stage.alongside
  const worker = new Worker(new URL('./lib/flood-calls.ts', import.meta.url), {
    workerData: { flood, alongside: ready, until: Date.now() + SECONDS * 1000 } satisfies FloodOrder,
  })
  const [ends] = (await once(worker, 'message')) as [string]
  return ends
}

const met: boolean[] = []
await measureOthers(stage.alongside.ready, 5000)
for (const name of floods) {
  if (!name.includes(picked)) continue
  const idle = await measureOthers(stage.alongside.ready, 4000)
  const flooding = flood(name)
  const busy = await measureOthers(stage.alongside.ready, SECONDS * 1000)
  console.log(`calls ended: ${await flooding}`)
  met.push(reportOthers(`${name}, ${SOCKETS} sockets`, { idle, busy }))
  await sleep(2000)
}
process.exitCode = met.every(Boolean) ? 0 : 1

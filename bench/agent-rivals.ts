// A synchronous saved message beside a Mastra agent with its memory on the same PostgreSQL, from its npm packages, with the same
// model. Goals: 1.5 times its replies a second, 0.7 of its resident memory.
import { startChild } from './lib/children.ts'
import { compare } from './lib/compare.ts'
import { load } from './lib/load.ts'
import { installOutside } from './lib/outside-packages.ts'
import { residentBytes } from './lib/process-figures.ts'
import { withCost } from './lib/processor-cost.ts'
import { openStage } from './lib/stage.ts'

const SECONDS = Number(process.argv[2] ?? 5)
const ROUNDS = 3
const CONTACTS = 1000
const REPLIES_GOAL = 1.5
const MEMORY_GOAL = 0.7
const PACKAGES = [
  '@ai-sdk/openai-compatible@3.0.92',
  '@mastra/core@1.71.0',
  '@mastra/memory@1.31.0',
  '@mastra/pg@1.27.1',
  'fastify@5.12.8',
]
const message = 'write 50 words'

using installed = installOutside(PACKAGES, 'mastra-chat.mjs')
let isMet = true
for (const clients of [16, 64]) {
  await using stage = await openStage()
  const { alongside, database_url, model_url } = stage
  const mastra = await startChild<{ url: string }>(installed.script, {
    BENCH_MODEL_URL: model_url,
    BENCH_DATABASE_URL: database_url,
  })
  const { url, key, employee_id } = alongside.ready
  const path = `/api/private/employee/${employee_id}/messages`
  const headers = { authorization: `Bearer ${key}` }
  let sent = 0
  // Each message begins a conversation, so that none of the two reads a longer one.
  const ours = () => {
    const conversation = { id: `c${++sent}` }
    return { path, headers, body: { message, channel: 'api', conversation, contact: { id: `p${sent % CONTACTS}` } } }
  }
  const theirs = () => ({
    path: '/chat',
    body: { message, conversation: `c${++sent}`, contact: `p${sent % CONTACTS}` },
  })
  const { ratio } = await compare(
    `saved message, ${clients} clients`,
    ROUNDS,
    () => withCost({ pid: alongside.pid, database_url }, () => load(url, ours, { clients, seconds: SECONDS })),
    () =>
      withCost({ pid: mastra.pid, database_url }, () => load(mastra.ready.url, theirs, { clients, seconds: SECONDS })),
    'mastra',
  )
  const [own, their] = [residentBytes(alongside.pid), residentBytes(mastra.pid)]
  const memory = own / their
  console.log(
    `  resident ${(own / 1e6).toFixed(0)} MB beside ${(their / 1e6).toFixed(0)} MB: ${memory.toFixed(2)} (goal ${MEMORY_GOAL}); replies ${ratio.toFixed(2)} (goal ${REPLIES_GOAL})\n`,
  )
  isMet &&= ratio >= REPLIES_GOAL && memory <= MEMORY_GOAL
  await mastra.stop()
}
if (!isMet) process.exitCode = 1

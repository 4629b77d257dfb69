// One organization's visitors send three times as many messages as the machine can answer: how long until an operator sees
// each, how long `/health` and another organization's chat take meanwhile, and whether all that was accepted is answered in
// the end. Goals: p99 300 ms to the operator, `/health` 100 ms, nothing lost.
// npm run bench -- overload [times] [seconds] [rate]; a rate in messages a second compares two versions under the same load.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Agent, request } from 'undici'
import { quantiles } from './lib/load.ts'
import { measureOthers, reportOthers } from './lib/others.ts'
import { connect, pageVisitors } from './lib/page-visitors.ts'
import { openStage } from './lib/stage.ts'

const TIMES = Number(process.argv[2] ?? 3)
const SECONDS = Number(process.argv[3] ?? 10)
const GOAL_MS = 300
/** So many at once say how many a second are answered. */
const TRIAL = 400
const MESSAGE = 'write 50 words'

await using stage = await openStage()
const { url, ws_token, organization_id } = stage.alongside.ready
const database = new pg.Client({ connectionString: stage.database_url })
await database.connect()
const { webchat, headersOf, event_id } = await pageVisitors(stage.alongside.ready)

const operator = await connect(url, { token: ws_token })
const sentAt = new Map<string, number>()
const seenMs: number[] = []
operator.on('conversation.message_sent', ({ content }: { content: string }) => {
  const at = sentAt.get(content)
  if (at !== undefined) seenMs.push(performance.now() - at)
})

const agent = new Agent({ connections: 512, pipelining: 1 })
const accepted: string[] = []
const acceptedMs: number[] = []
const refused = new Map<number, number>()
let visitors = 0

/** A further visitor writes for the first time. */
async function send(): Promise<void> {
  const n = visitors++
  // The model answers to the number of words, and what follows tells messages apart.
  const message = `${MESSAGE} ${n}`
  const begun = performance.now()
  sentAt.set(message, begun)
  const { statusCode, body } = await request(`${webchat}/messages`, {
    dispatcher: agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersOf(n) },
    body: JSON.stringify({ message, event_id, contact: { external_id: `visitor-${n}` } }),
    headersTimeout: 120_000,
  })
  await body.dump()
  if (statusCode === 200) {
    accepted.push(message)
    acceptedMs.push(performance.now() - begun)
  } else refused.set(statusCode, (refused.get(statusCode) ?? 0) + 1)
}

async function flood(count: number, rate: number): Promise<void> {
  const sending: Promise<void>[] = []
  const begun = performance.now()
  for (let n = 0; n < count; n++) {
    const wait = begun + (n * 1000) / rate - performance.now()
    if (wait > 1) await sleep(wait)
    sending.push(send())
  }
  await Promise.all(sending)
}

async function answersPerSecond(): Promise<number> {
  const begun = performance.now()
  await flood(TRIAL, Number.POSITIVE_INFINITY)
  await untilAnswered()
  return (TRIAL * 1000) / (performance.now() - begun)
}

await answersPerSecond()
const capacity = await answersPerSecond()
const rate = Number(process.argv[4] ?? capacity * TIMES)
const idle = await measureOthers(stage.alongside.ready, SECONDS * 1000)
for (const list of [accepted, acceptedMs, seenMs]) list.length = 0
const begun = performance.now()
const [busy] = await Promise.all([measureOthers(stage.alongside.ready, SECONDS * 1000), flood(rate * SECONDS, rate)])
const acceptedAll = performance.now()
const answered = await untilAnswered()
const ms = (times: number[]) => {
  const { p50, p99 } = quantiles(times)
  return `p50 ${p50.toFixed(0)} p99 ${p99.toFixed(0)} ms`
}
const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1)
console.log(
  `${Math.round(capacity)} answers a second; ${Math.round(rate)} messages a second, each of a new visitor, for ${SECONDS} s
  accepted ${accepted.length} (${ms(acceptedMs)}), the last after ${((acceptedAll - begun) / 1000).toFixed(1)} s${[...refused].map(([status, count]) => `, ${count} refused with ${status}`).join('')}
  seen by an operator ${seenMs.length} (${ms(seenMs)}, goal p99 ${GOAL_MS}: ${quantiles(seenMs).p99 <= GOAL_MS ? 'ok' : 'MISS'})
  answered ${answered.completed} with those before, failed ${answered.failed}, missing ${answered.missing}, all after ${seconds(begun)} s\n`,
)
reportOthers('beside it', { idle, busy })
operator.disconnect()
await agent.close()
await database.end()

type Answered = { completed: number; failed: number; open: number; missing: number }

/** Waits until nothing is in progress; `missing` are accepted messages that are not stored. */
async function untilAnswered(): Promise<Answered> {
  for (;;) {
    const { rows } = await database.query<Omit<Answered, 'missing'>>(
      `select count(*) filter (where status = 'completed')::int as completed,
         count(*) filter (where status = 'failed')::int as failed, count(*) filter (where status = 'in_progress')::int as open
       from messages where organization_id = $1 and channel = 'web_chat' and role = 'ai'`,
      [organization_id],
    )
    const [row] = rows
    if (row && row.open === 0) {
      const { rows: stored } = await database.query<{ content: string }>(
        `select content from messages where organization_id = $1 and channel = 'web_chat' and role = 'contact'`,
        [organization_id],
      )
      const contents = new Set(stored.map(({ content }) => content))
      return { ...row, missing: accepted.filter((message) => !contents.has(message)).length }
    }
    await sleep(200)
  }
}

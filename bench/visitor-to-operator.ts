// How long after a visitor has sent a message an operator's browser has it, at 100 messages a second in conversations that a
// person has, against writing as many rows to the same database.
// npm run bench -- visitor-to-operator
import pg from 'pg'
import { z } from 'zod'
import { quantiles } from './lib/load.ts'
import { connect, pageVisitors } from './lib/page-visitors.ts'
import { report } from './lib/report.ts'
import { openStage } from './lib/stage.ts'

const EVERY_MS = 10
const ROUNDS = 4
const MESSAGES = 1000
/** A visitor may write twenty times a minute. */
const VISITORS = 500
const Sent = z.object({ data: z.object({ conversation: z.object({ id: z.string() }) }) })

await using stage = await openStage()
const { url, ws_token } = stage.alongside.ready
const database = new pg.Pool({ connectionString: stage.database_url, max: 8 })
await database.query('create table written_rows (id uuid primary key default gen_random_uuid(), content text not null)')
const visitors = await pageVisitors(stage.alongside.ready)
for (let n = 0; n < VISITORS; n++) {
  const { data } = await visitors.send(n, 'Hello', Sent)
  await visitors.asOperator(`/conversations/${data.conversation.id}/assign`)
}

const operator = await connect(url, { token: ws_token })
const seen = new Map<string, (at: number) => void>()
operator.on('conversation.message_sent', ({ content }: { content: string }) => seen.get(content)?.(performance.now()))

let count = 0
/** The times of as many messages, begun at their pace whatever became of those before them. */
async function measure(send: (n: number, text: string) => Promise<unknown>): Promise<number[]> {
  const times: Promise<number>[] = []
  const begun = performance.now()
  for (let n = 0; n < MESSAGES; n++) {
    const wait = begun + n * EVERY_MS - performance.now()
    if (wait > 0) await new Promise((end) => setTimeout(end, wait))
    const text = `message ${count++}`
    const sent = performance.now()
    times.push(new Promise((end) => seen.set(text, (at) => end(at - sent))))
    void send(n, text)
    await new Promise((end) => setImmediate(end))
  }
  return Promise.all(times)
}
const ours = () => measure((n, text) => visitors.send(n % VISITORS, text, Sent))
const floor = () =>
  measure(async (_n, text) => {
    await database.query({ name: 'write', text: 'insert into written_rows (content) values ($1)', values: [text] })
    seen.get(text)?.(performance.now())
  })

// Both are warm before they are measured.
await floor()
await ours()
const [own, least]: [number[], number[]] = [[], []]
for (let round = 0; round < ROUNDS; round++) {
  least.push(...(await floor()))
  own.push(...(await ours()))
}
report('a visitor’s message seen by an operator', own, least)
const over = quantiles(own).p99 - quantiles(least).p99
console.log(`  p99 ${over.toFixed(1)} ms over the bare write\n`)
operator.disconnect()
await database.end()

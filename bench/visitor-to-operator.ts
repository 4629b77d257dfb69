// How long after a visitor has sent a message an operator's browser has it, at 50 messages a second in conversations that a
// person has, against a bare Socket.IO server that passes as many on.
// npm run bench -- visitor-to-operator
import { z } from 'zod'
import { startChild } from './lib/children.ts'
import { connect, pageVisitors } from './lib/page-visitors.ts'
import { report } from './lib/report.ts'
import { openStage } from './lib/stage.ts'

const EVERY_MS = 20
const ROUNDS = 4
const MESSAGES = 500
/** A visitor may write twenty times a minute. */
const VISITORS = 250
const Sent = z.object({ data: z.object({ conversation: z.object({ id: z.string() }) }) })

await using stage = await openStage()
const bare = await startChild<{ url: string }>('bench/servers/bare-sockets.ts')
const { url, ws_token } = stage.alongside.ready
const visitors = await pageVisitors(stage.alongside.ready)
for (let n = 0; n < VISITORS; n++) {
  const { data } = await visitors.say(n, 'Hello', Sent)
  await visitors.asOperator(`/conversations/${data.conversation.id}/assign`)
}

const operator = await connect(url, { token: ws_token })
const [bareVisitor, bareOperator] = [
  await connect(bare.ready.url, {}, '/socket.io'),
  await connect(bare.ready.url, { room: 'operators' }, '/socket.io'),
]
const seen = new Map<string, (at: number) => void>()
const hear = ({ content }: { content: string }) => seen.get(content)?.(performance.now())
operator.on('conversation.message_sent', hear)
bareOperator.on('said', hear)

let count = 0
/** The times of as many messages, begun at their pace whatever became of those before them. */
async function measure(send: (n: number, text: string) => unknown): Promise<number[]> {
  const times: Promise<number>[] = []
  const begun = performance.now()
  for (let n = 0; n < MESSAGES; n++) {
    const wait = begun + n * EVERY_MS - performance.now()
    if (wait > 0) await new Promise((end) => setTimeout(end, wait))
    const text = `message ${count++}`
    const sent = performance.now()
    times.push(new Promise((end) => seen.set(text, (at) => end(at - sent))))
    await Promise.race([send(n, text), new Promise((end) => setImmediate(end))])
  }
  return Promise.all(times)
}
const ours = () => measure((n, text) => void visitors.say(n % VISITORS, text, Sent))
const floor = () => measure((_n, text) => bareVisitor.emit('say', text))

await floor()
const [own, least]: [number[], number[]] = [[], []]
for (let round = 0; round < ROUNDS; round++) {
  least.push(...(await floor()))
  own.push(...(await ours()))
}
report('a visitor’s message seen by an operator', own, least)
for (const socket of [operator, bareVisitor, bareOperator]) socket.disconnect()
await bare.stop()

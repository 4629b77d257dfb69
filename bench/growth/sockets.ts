import { setTimeout as sleep } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { z } from 'zod'
import { inTurns } from '../lib/in-turns.ts'
import { quantiles } from '../lib/load.ts'
import { connect, pageVisitors } from '../lib/page-visitors.ts'
import { processorMs } from '../lib/process-figures.ts'
import { openStage } from '../lib/stage.ts'
import { printGrowth } from './measure.ts'

const VISITORS = [10, 1_000, 10_000]
const OPERATORS = [10, 100, 1_000]
const CONCURRENCY = 16
const ROUNDS = 15
const IDLE_SECONDS = 15
const Begun = z.object({ data: z.object({ ws_token: z.string() }) })
const Sent = z.object({ data: z.object({ conversation: z.object({ id: z.string() }) }) })

/** One server with as many open sockets, all of them of a second process. */
export async function growBySockets(): Promise<void> {
  await using stage = await openStage({ people: Math.max(...OPERATORS), nodeOptions: '--expose-gc' })
  const { url, ws_token, people } = stage.alongside.ready
  const visitors = await pageVisitors(stage.alongside.ready)
  const operator = await connect(url, { token: ws_token })
  // A visitor may write twenty times a minute, so that another one writes at each size.
  const conversation_ids: string[] = []
  for (const n of VISITORS.keys()) {
    const { data } = await visitors.send(n, 'Hello', Sent)
    await visitors.asOperator(`/conversations/${data.conversation.id}/assign`)
    conversation_ids.push(data.conversation.id)
  }

  /** How long after it was sent a text has reached all of these sockets. */
  async function untilReceived(
    event: string,
    receivers: Socket[],
    send: (text: string) => Promise<unknown>,
  ): Promise<number> {
    const text = crypto.randomUUID()
    const received = Promise.all(
      receivers.map(
        (socket) =>
          new Promise<void>((done) => {
            const listen = ({ content }: { content: string }) => {
              if (content !== text) return
              socket.off(event, listen)
              done()
            }
            socket.on(event, listen)
          }),
      ),
    )
    const begun = performance.now()
    await Promise.all([send(text), received])
    return performance.now() - begun
  }
  const fromVisitor = (n: number) => (text: string) => visitors.send(n, text, z.unknown())
  const toVisitor = (n: number) => (content: string) =>
    visitors.asOperator(`/conversations/${conversation_ids[n]}/messages`, { content })
  const over = async (work: () => Promise<number>) => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await work())
    return quantiles(times).p50
  }
  /** Processor time of the server for each. */
  const processorOver = async (work: () => Promise<unknown>) => {
    const before = processorMs(stage.alongside.pid)
    for (let round = 0; round < ROUNDS; round++) await work()
    return (processorMs(stage.alongside.pid) - before) / ROUNDS
  }

  const open: Socket[] = []
  const rows: Record<string, number[]> = {}
  const add = (name: string, value: number) => {
    rows[name] = [...(rows[name] ?? []), value]
  }
  const empty = (await stage.alongside.memory()).live
  for (const [n, size] of VISITORS.entries()) {
    const missing = Array.from({ length: size - open.length }, (_, index) => open.length + index)
    const tokens = await inTurns(
      missing,
      CONCURRENCY,
      async (index) => (await visitors.begin(index, Begun)).data.ws_token,
    )
    open.push(...(await inTurns(tokens, CONCURRENCY, (token) => connect(url, { token }))))
    const visitor = open[n]
    if (!visitor) throw new Error('No visitor is connected')
    add('floor: a request for the health of the server', await over(() => timed(`${url}/health`)))
    add(
      'a visitor’s message seen by an operator',
      await over(() => untilReceived('conversation.message_sent', [operator], fromVisitor(n))),
    )
    add(
      'an operator’s reply seen by the visitor',
      await over(() => untilReceived('webchat.message_sent', [visitor], toVisitor(n))),
    )
    add(
      'processor time of a reply',
      await processorOver(() => untilReceived('webchat.message_sent', [visitor], toVisitor(n))),
    )
    const before = processorMs(stage.alongside.pid)
    await sleep(IDLE_SECONDS * 1000)
    add('processor time a second while nothing happens', (processorMs(stage.alongside.pid) - before) / IDLE_SECONDS)
    add('kB of each socket', ((await stage.alongside.memory()).live - empty) / 1024 / size)
  }
  printGrowth('sockets of visitors', VISITORS, rows)
  for (const socket of open) socket.disconnect()

  const operators: Socket[] = []
  const broadcasts: Record<string, number[]> = {}
  for (const size of OPERATORS) {
    operators.push(
      ...(await inTurns(people.slice(operators.length, size), CONCURRENCY, ({ ws_token: token }) =>
        connect(url, { token }),
      )),
    )
    const all = () => untilReceived('conversation.message_sent', operators, toVisitor(0))
    broadcasts['a reply seen by all operators'] = [
      ...(broadcasts['a reply seen by all operators'] ?? []),
      await over(all),
    ]
    broadcasts['processor time of it'] = [...(broadcasts['processor time of it'] ?? []), await processorOver(all)]
  }
  printGrowth('sockets of operators', OPERATORS, broadcasts)
  for (const socket of [operator, ...operators]) socket.disconnect()
}

async function timed(address: string): Promise<number> {
  const begun = performance.now()
  await (await fetch(address)).arrayBuffer()
  return performance.now() - begun
}

import { setTimeout as sleep } from 'node:timers/promises'
import { quantiles } from './load.ts'
import type { Alongside } from './stage.ts'

/** What others may notice while one organization does its worst. */
export const CHAT_GOAL = 2
export const HEALTH_GOAL_MS = 50

/** Latencies in milliseconds. */
export type OthersTimes = { chat: number[]; health: number[] }

/** The chat of a second organization and `/health`, each one request after the other, until the time is over. */
export async function measureOthers({ url, neighbor }: Alongside, forMs: number): Promise<OthersTimes> {
  const until = performance.now() + forMs
  const during = async (send: () => Promise<unknown>): Promise<number[]> => {
    const times: number[] = []
    while (performance.now() < until) {
      const start = performance.now()
      await send()
      times.push(performance.now() - start)
      await sleep(5)
    }
    return times
  }
  const [chat, health] = await Promise.all([
    during(() => sendMessage(url, neighbor)),
    during(async () => (await fetch(`${url}/health`)).arrayBuffer()),
  ])
  return { chat, health }
}

async function sendMessage(url: string, { key, employee_id }: Alongside['neighbor']): Promise<void> {
  const response = await fetch(`${url}/api/private/employee/${employee_id}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      message: 'write 20 words',
      channel: 'api',
      contact: { id: 'p' },
      conversation: { id: `c${performance.now()}` },
    }),
  })
  if (!response.ok) throw new Error(`The neighbor's message was answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

/** `floor`: beside a load of the same kind that is not Alongside's. */
type Measured = { idle: OthersTimes; busy: OthersTimes; floor?: OthersTimes }

/** Prints all beside each other, and whether the goals are met. */
export function reportOthers(name: string, { idle, busy, floor }: Measured): boolean {
  const timesIdle = (times: OthersTimes) => quantiles(times.chat).p99 / quantiles(idle.chat).p99
  const ratio = timesIdle(busy)
  const lateMs = quantiles(busy.health).p99 - quantiles(idle.health).p99
  const isMet = ratio <= CHAT_GOAL && lateMs <= HEALTH_GOAL_MS
  const line = (label: string, { chat, health }: OthersTimes) =>
    `  ${label.padEnd(8)}chat ${describe(chat)}  /health ${describe(health)}\n`
  console.log(
    `${name}\n${line('idle', idle)}${floor ? line('floor', floor) : ''}${line('beside', busy)}` +
      `  ${isMet ? 'ok' : 'MISS'}    chat p99 ×${ratio.toFixed(2)} (goal ${CHAT_GOAL}${floor ? `, floor ×${timesIdle(floor).toFixed(2)}` : ''})` +
      `  /health p99 +${lateMs.toFixed(1)} ms (goal ${HEALTH_GOAL_MS})\n`,
  )
  return isMet
}

const describe = (times: number[]) => {
  const { p50, p99 } = quantiles(times)
  return `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} max ${Math.max(...times).toFixed(1)} ms (${times.length})`
}

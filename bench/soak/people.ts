import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../lib/random.ts'
import type { Seeded } from './seed.ts'
import type { Servers } from './servers.ts'

type Sent = { status: number; body: unknown }

/** Asks any server that is there; null where it was gone before it had answered. */
export async function ask(
  servers: Servers,
  headers: Record<string, string>,
  path: string,
  body?: unknown,
): Promise<Sent | null> {
  const address = servers.pick()
  if (!address) return null
  try {
    const sent = body !== undefined && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, 'content-type': 'application/json' },
    }
    const response = await fetch(address + path, { headers, signal: AbortSignal.timeout(30_000), ...sent })
    return { status: response.status, body: await response.json() }
  } catch {
    return null
  }
}

type Question = { question_id: string; tool: object | null }

/** Answers each open question of the run, every fourth twice at once; returns how many answers were taken of each. */
export async function answerQuestions(
  servers: Servers,
  seeded: Seeded,
  run_id: string,
  taken: Map<string, number>,
  random: Random,
): Promise<void> {
  const headers = { cookie: seeded.cookie }
  const at = `/api/organizations/${seeded.organization_id}/workflows/runs/${run_id}`
  const listed = await ask(servers, headers, `${at}/questions`)
  if (listed?.status !== 200) return
  for (const { question_id, tool } of (listed.body as { data: Question[] }).data) {
    const answer = { question_id, ...(tool ? { approved: true } : { value: 'yes' }) }
    const times = random.below(4) === 0 ? 2 : 1
    const answered = await Promise.all(
      Array.from({ length: times }, () => ask(servers, headers, `${at}/resume`, answer)),
    )
    const won = answered.filter((each) => each?.status === 200).length
    taken.set(question_id, (taken.get(question_id) ?? 0) + won)
  }
}

type Task = { stargate_task_id: string; uri: string }

/** A gateway of the customer: takes tasks, and answers each until someone has heard it. Returns when it is told to stop. */
export async function runGateway(
  servers: Servers,
  { key }: Seeded,
  name: string | null,
  handed: string[],
  stopped: AbortSignal,
): Promise<void> {
  const headers = { 'api-key': key }
  const query = new URLSearchParams({ system: 'crm', ...(name && { gateway: name }) })
  while (!stopped.aborted) {
    const polled = await ask(servers, headers, `/api/private/stargate?${query}`)
    if (polled?.status !== 200) {
      await sleep(100)
      continue
    }
    for (const { stargate_task_id, uri } of (polled.body as { data: Task[] }).data) {
      handed.push(stargate_task_id)
      const response = { ok: true, status: 200, body: `${uri.slice(1)} was here` }
      const at = `/api/private/stargate/${stargate_task_id}`
      while (!(await ask(servers, headers, at, response)) && !stopped.aborted) await sleep(50)
    }
  }
}

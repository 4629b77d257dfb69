import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { quantiles } from './load.ts'
import { openStage } from './stage.ts'

const MB = 1024 * 1024
const BODY_BYTES = 299 * MB
const CONCURRENCY = 8
const GOAL_RATIO = 2
/** What large bodies may add to the memory of an idle server, three times `BODY_BUDGET_MB`. */
const BOUND_MB = 3 * 384
/** How often the other caller asks, as a page does that someone works with. */
const PAUSE_MS = 5

/** `unit` again and again, all of it ASCII. */
export type SentBody = {
  url: string
  headers: Record<string, string>
  before: string
  unit: string
  units: number
  after: string
}

type Answer = { status: number; retry_after: string | null; text: string; seconds: number }

/**
 * Bodies of 299 MB to each route that keeps them, alone and eight at once: all are answered or refused with 503, each of a run is read
 * again as it was sent, memory stays within its bound, and another caller waits at most twice as long as beside an idle server.
 */
export async function measureLargeBodies(): Promise<number> {
  await using stage = await openStage({
    settings: { CHAT_MAX_ATTACHMENTS: '40', CHAT_MAX_TOTAL_ATTACHMENT_SIZE_MB: '250' },
  })
  const { url, key, cookie, organization_id, employee_id } = stage.alongside.ready
  const { pid } = stage.alongside
  const base = `${url}/api/organizations/${organization_id}`
  const asKey = { 'api-key': key, 'content-type': 'application/json' }
  const asMember = { cookie, 'content-type': 'application/json' }
  const call = async (address: string, init: RequestInit = {}) => {
    const response = await fetch(address, { headers: asMember, ...init })
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const createFlow = async (step: object) => {
    const flow = { steps: { only: { name: 'only', ...step } } }
    const body = JSON.stringify({ name: 'Bodies', flow, starting_step_id: 'only' })
    return ((await (await call(`${base}/workflows`, { method: 'POST', body })).json()) as { id: string }).id
  }
  const greeting = await createFlow({ type: 'message', text: 'Received' })
  const asking = await createFlow({ type: 'stargate', system: 'bench', uri: '/' })

  const filled = (address: string, before: string, unit: string, after: string): SentBody => ({
    url: address,
    headers: asKey,
    before,
    unit,
    units: Math.floor((BODY_BYTES - before.length - after.length) / unit.length),
    after,
  })
  const toTrigger = async () => filled(`${url}/api/private/trigger/${greeting}`, '{"text":"', 'some words ', '"}')
  async function toGateway(): Promise<SentBody> {
    await call(`${url}/api/private/trigger/${asking}`, { method: 'POST', headers: asKey, body: '{}' })
    const polled = await call(`${url}/api/private/stargate?system=bench`, { headers: asKey })
    const { data } = (await polled.json()) as { data: { stargate_task_id: string }[] }
    return filled(`${url}/api/private/stargate/${data[0]?.stargate_task_id}`, '', 'some words ', '')
  }
  async function toTeammate(): Promise<SentBody> {
    const file = `{"name":"a.bin","mime_type":"application/octet-stream","size":1,"data":"${'QUJD'.repeat(2.5 * MB)}"},`
    const before = '{"channel":"bench","message":"Here","attachments":['
    const after = '{"name":"z.bin","mime_type":"application/octet-stream","size":1,"data":"QUJD"}]}'
    const address = `${url}/api/private/employee/${employee_id}/messages`
    return { url: address, headers: asKey, before, unit: file, units: Math.floor(BODY_BYTES / file.length), after }
  }

  /** The times of another caller's requests until the work has ended. */
  async function askMeanwhile(work: Promise<unknown>): Promise<number> {
    let isOver = false
    const ended = work.finally(() => {
      isOver = true
    })
    const times: number[] = []
    while (!isOver || times.length < 300) {
      const start = performance.now()
      await (await call(`${url}/api/init/whoami`)).arrayBuffer()
      times.push(performance.now() - start)
      await new Promise((done) => setTimeout(done, PAUSE_MS))
    }
    await ended
    return quantiles(times).p99
  }

  await askMeanwhile(Promise.resolve())
  const idleMs = await askMeanwhile(new Promise((done) => setTimeout(done, 5000)))
  const idleMb = await residentMb(pid)
  console.log(
    `\n299 MB bodies beside another caller, whose p99 is ${idleMs.toFixed(1)} ms on an idle server of ${idleMb.toFixed(0)} MB`,
  )
  let missed = 0
  const cases: [string, () => Promise<SentBody>][] = [
    ['a private trigger', toTrigger],
    ['a stargate answer', toGateway],
    ['a message with files', toTeammate],
  ]
  for (const [name, prepare] of cases) {
    for (const count of [1, CONCURRENCY]) {
      const bodies: SentBody[] = []
      for (let n = 0; n < count; n++) bodies.push(await prepare())
      await writeFile(`/proc/${pid}/clear_refs`, '5')
      const sending = sendAll(bodies)
      const p99 = await askMeanwhile(sending)
      const answers = await sending
      const peakMb = (await peakResidentMb(pid)) - idleMb
      const accepted = answers.filter(({ status }) => status === 200)
      const busy = answers.filter(({ status, retry_after }) => status === 503 && Number(retry_after) > 0)
      const isWhole = await isReadable(name, accepted)
      const readAgain = isWhole === null ? '' : isWhole ? ' and read again' : ', NOT READ AGAIN'
      const isMet =
        accepted.length > 0 &&
        accepted.length + busy.length === count &&
        isWhole !== false &&
        p99 / idleMs <= GOAL_RATIO &&
        peakMb <= BOUND_MB
      if (!isMet) missed++
      const slowest = Math.max(...answers.map(({ seconds }) => seconds))
      console.log(
        `${isMet ? 'ok  ' : 'MISS'} ${p99.toFixed(1).padStart(6)} ms ${(p99 / idleMs).toFixed(1).padStart(5)} × idle  ` +
          `${peakMb.toFixed(0).padStart(5)} MB more at the peak (${(peakMb / BOUND_MB).toFixed(2)} of the bound)  ` +
          `${accepted.length} accepted${readAgain}, ${busy.length} busy, ` +
          `${slowest.toFixed(1)} s  ${count === 1 ? '' : `${count} at once: `}${name}`,
      )
      for (const { status, text } of answers) if (![200, 503].includes(status)) console.log(`     ${status} ${text}`)
    }
  }
  return missed

  /** Whether what was sent is read again, byte by byte; null for messages, whose files are not read here. */
  async function isReadable(name: string, accepted: Answer[]): Promise<boolean | null> {
    if (name === 'a message with files') return null
    const expected = hashOf(name === 'a private trigger' ? await toTrigger() : filled('', '', 'some words ', ''))
    const workflow_id = name === 'a private trigger' ? greeting : asking
    const runs = `${base}/workflows/runs`
    const listed = (await (await call(`${runs}?limit=50`)).json()) as {
      data: { run_id: string; workflow_id: string }[]
    }
    let read = 0
    for (const { run_id } of listed.data.filter((run) => run.workflow_id === workflow_id)) {
      if (read === accepted.length) break
      const { files } = (await (await call(`${runs}/${run_id}`)).json()) as { files: { url: string }[] }
      if (!files[0]) continue
      const hash = createHash('sha256')
      const { body } = await call(new URL(files[0].url, url).href)
      if (body) for await (const chunk of body) hash.update(chunk)
      if (hash.digest('hex') !== expected) return false
      read++
    }
    return read === accepted.length
  }
}

function hashOf({ before, unit, units, after }: SentBody): string {
  const hash = createHash('sha256').update(before)
  const many = unit.repeat(1000)
  for (let left = units; left > 0; left -= 1000) hash.update(left >= 1000 ? many : unit.repeat(left))
  return hash.update(after).digest('hex')
}

async function sendAll(bodies: SentBody[]): Promise<Answer[]> {
  const child = spawn(process.execPath, ['bench/servers/send-bodies.ts'], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(bodies))
  const lines = (await text(child.stdout)).trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Answer)
}

const residentMb = (pid: number) => statusMb(pid, 'VmRSS')
const peakResidentMb = (pid: number) => statusMb(pid, 'VmHWM')

async function statusMb(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

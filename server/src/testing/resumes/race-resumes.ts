import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenQuestion } from '#contracts/run-control.ts'
import { createClient } from '../client.ts'
import type { Choose } from '../takeovers/round.ts'
import { ok } from './ok.ts'
import { ACTS, type Given, type ResumePlace, type Round, WAITS } from './round.ts'
import { openInternal, openWebchat } from './talks.ts'
import { verifyResume } from './verify-resume.ts'

const TIMEOUT_MS = 120_000
const ENDED = ['completed', 'failed', 'cancelled']
/** Within which of these times everything about a run happens: at once, while it continues, or while it answers. */
const SPANS_MS = [5, 60, 500]

/**
 * Runs wait in the middle of an answer, and are answered several times while people take the conversation over, stop, archive or
 * delete it, at moments that the seed chooses. Tells what went wrong; nothing where each promise was kept.
 */
export async function raceResumes(
  place: ResumePlace,
  { count, atOnce, chooserOf }: { count: number; atOnce: number; chooserOf: (round: number) => Choose },
  onProgress: (done: number) => void = () => undefined,
): Promise<string[]> {
  const faults: string[] = []
  let begun = 0
  let done = 0
  async function work(): Promise<void> {
    while (begun < count) {
      const n = begun++
      try {
        faults.push(...verifyResume(await resumeOnce(place, n, chooserOf(n))))
      } catch (error) {
        faults.push(`round ${n}: ${error instanceof Error ? error.message : String(error)}`)
      }
      onProgress(++done)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return faults
}

async function resumeOnce(place: ResumePlace, n: number, choose: Choose): Promise<Round> {
  const anyAddress = () => place.addresses[choose(place.addresses.length)] ?? ''
  const anyone = (headers: Record<string, string>) => createClient(anyAddress(), headers)
  const operator = () => anyone({ cookie: place.operators[0]?.cookie ?? '' })
  const surface: Round['surface'] = choose(4) === 0 ? 'internal' : 'webchat'
  const wait = WAITS[choose(WAITS.length)] ?? 'approval'
  const open = ACTS.filter((act) => surface === 'webchat' || (act !== 'takeover' && act !== 'archive'))
  const act = open[choose(open.length)] ?? 'nothing'
  const name = `round-${n}`
  const message = `${name} ${wait}`
  const talk =
    surface === 'webchat'
      ? await openWebchat(place, n, message, anyone, anyAddress())
      : await openInternal(place, message, operator, anyAddress())
  const at = `/api/organizations/${place.organization.id}`
  const { conversation_id, run_id } = talk.begun
  const ofRun = `${at}/workflows/runs/${run_id}`

  const asked = wait === 'timer' ? null : await until(`${message} asks`, () => questionOf())
  const answers: Given[] = []
  const span = SPANS_MS[choose(SPANS_MS.length)] ?? 0
  const after = <T>(work: () => Promise<T>) => sleep(choose(span)).then(work)
  let late: Given | null = null
  let isDone = false
  let then: Round['then']
  await Promise.all([
    ...(asked ? Array.from({ length: choose(5) }, () => after(() => give(asked))) : []),
    after(async () => {
      isDone = (await doAct()) === 200
      then = await talk.read()
      if (asked && isDone) late = await give(asked)
    }),
  ])
  const run = await until(`${message} ends`, async () => {
    const found = await ok(operator().get(ofRun))
    return ENDED.includes(found.status) ? found : null
  })
  const now = await until(`the message of ${message} ends`, async () => {
    const found = await talk.read()
    return found?.status === 'in_progress' ? null : { found }
  })
  talk.listener.close()
  const { received } = talk.listener
  const calls = place.callsOf(name)
  const there = { name, wait, act, surface, conversation_id, run_id, answers, late, isDone, then, now: now.found }
  return { ...there, received, run, calls }

  async function questionOf(): Promise<OpenQuestion | null> {
    return (await ok(operator().get(`${ofRun}/questions`))).data[0] ?? null
  }

  /** By any of the ways in which it can be answered, and not always the same. */
  async function give(question: OpenQuestion): Promise<Given> {
    const answer = question.tool ? { approved: choose(3) > 0 } : { value: `answer ${choose(100)}` }
    const status = await giveBy(choose(3), question, answer)
    const given = { answer, status }
    answers.push(given)
    return given
  }

  async function giveBy(way: number, { question_id, token }: OpenQuestion, answer: Given['answer']): Promise<number> {
    if ('value' in answer && way === 1 && surface === 'webchat') return talk.answer(question_id, answer.value)
    if (token && way === 2) return (await anyone({}).post(`/api/public/workflow-answers/${token}`, answer)).status
    return (await operator().post(`${ofRun}/resume`, { question_id, ...answer })).status
  }

  async function doAct(): Promise<number> {
    if (act === 'takeover') return (await operator().post(`${at}/conversations/${conversation_id}/assign`)).status
    if (act === 'delete') return talk.remove()
    if (act === 'archive') return talk.archive()
    if (act === 'nothing') return 200
    const isByChat = surface === 'internal' && choose(2) === 0
    return isByChat ? talk.stop() : (await operator().post(`${ofRun}/cancel`)).status
  }
}

async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS
  while (Date.now() < deadline) {
    const found = await look()
    if (found !== null) return found
    await sleep(15)
  }
  throw new Error(`${what}: not within ${TIMEOUT_MS / 1000} s`)
}

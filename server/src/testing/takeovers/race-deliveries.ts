import { setTimeout as sleep } from 'node:timers/promises'
import type { Message, MessageDelivery } from '#contracts/conversations.ts'
import { type Client, createClient } from '../client.ts'
import type { Decide, startPostingTarget } from '../doubles/posting-target.ts'
import type { Choose } from './round.ts'

export const OWN_REPLY = 'By a person.'
/** Whose answer fails twice and is taken over by nobody: it arrives when everything else has had its second attempts. */
const LAST = 'last'

export type DeliveryPlace = {
  /** Of the processes that serve and deliver, of which each request takes any. */
  addresses: readonly string[]
  organization_id: string
  employee_id: string
  private_key: string
  /** Of someone who may take over. */
  cookie: string
}

type Round = {
  name: string
  answer: string
  reply: string
  /** What the teammate said after the conversation was handed back. */
  later: string | null
  /** When the takeover was answered. */
  taken_at: number
  deliveryOf: (message_id: string) => Promise<MessageDelivery | undefined>
}

/** The other side: it is slow at random, and refuses half of the teammate's texts at first. */
export const slowlyAndMaybe =
  (choose: Choose): Decide =>
  ({ to, text }, nth) => {
    if (to === LAST) return { accepts: nth > 2, after_ms: 0 }
    return { accepts: text === OWN_REPLY || nth > 1 || choose(2) === 0, after_ms: choose(choose(6) === 0 ? 1500 : 60) }
  }

/**
 * A teammate answers people on a channel that delivers while operators take over, at moments that the seed chooses: while
 * the answer is written, queued, on its way, or waits for its next attempt. Tells what went wrong; nothing where no attempt
 * to deliver a text of the teammate began after its takeover was answered.
 */
export async function raceDeliveries(
  place: DeliveryPlace,
  target: Awaited<ReturnType<typeof startPostingTarget>>,
  { count, atOnce, chooserOf }: { count: number; atOnce: number; chooserOf: (round: number) => Choose },
  onProgress: (done: number) => void = () => undefined,
): Promise<string[]> {
  const faults: string[] = []
  const rounds: Round[] = []
  let begun = 0
  async function work(): Promise<void> {
    while (begun < count) {
      const n = begun++
      try {
        rounds.push(await takeOverOnce(place, target, n, chooserOf(n)))
      } catch (error) {
        faults.push(`round ${n}: ${error instanceof Error ? error.message : String(error)}`)
      }
      onProgress(rounds.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const last = await open(place, () => place.addresses[0] ?? '', LAST)
  await until(async () => (await last.deliveryOf(last.answer))?.state === 'delivered', 'the last answer')
  for (const round of rounds) faults.push(...(await judge(round, target)))
  return faults
}

async function takeOverOnce(
  place: DeliveryPlace,
  target: Awaited<ReturnType<typeof startPostingTarget>>,
  n: number,
  choose: Choose,
): Promise<Round> {
  const name = `person-${n}`
  const any = () => place.addresses[choose(place.addresses.length)] ?? ''
  const { answer, at, operator, deliveryOf, ask } = await open(place, any, name)
  if (choose(2) === 0) await sleep(choose(80))
  else {
    await until(() => target.begun.some(({ key }) => key === answer), 'an attempt')
    await sleep(choose(choose(4) === 0 ? 1500 : 40))
  }
  await ok(operator().post(`${at}/assign`))
  const taken_at = performance.now()
  const reply: string = (await ok(operator().post(`${at}/messages`, { content: OWN_REPLY }))).id
  await until(async () => (await deliveryOf(reply))?.state === 'delivered', 'the reply')
  let later: string | null = null
  if (choose(4) === 0) {
    await ok(operator().post(`${at}/unassign`))
    const asked = await ask()
    later = asked.message_id
    await until(async () => (await deliveryOf(asked.message_id))?.state === 'delivered', 'the later answer')
  }
  return { name, answer, reply, later, taken_at, deliveryOf }
}

async function open(place: DeliveryPlace, any: () => string, name: string) {
  const { organization_id, employee_id, private_key, cookie } = place
  const operator = (): Client => createClient(any(), { cookie })
  const ask = async (): Promise<{ message_id: string; conversation_id: string }> => {
    const client = createClient(any(), { authorization: `Bearer ${private_key}` })
    return ok(client.post(`/api/private/posting/${employee_id}`, { from: name, message: 'Do it' }))
  }
  const { message_id: answer, conversation_id } = await ask()
  const at = `/api/organizations/${organization_id}/conversations/${conversation_id}`
  const deliveryOf = async (message_id: string) => {
    const { data } = await ok(operator().get(`${at}/messages?limit=100`))
    return data.find((one: Message) => one.id === message_id)?.delivery
  }
  return { answer, at, operator, deliveryOf, ask }
}

async function judge(round: Round, target: Awaited<ReturnType<typeof startPostingTarget>>): Promise<string[]> {
  const { name, answer, reply, later, taken_at, deliveryOf } = round
  const faults: string[] = []
  const late = target.begun.filter(({ key, at }) => key === answer && at > taken_at)
  for (const { at } of late) faults.push(`an attempt began ${(at - taken_at).toFixed(1)} ms after the takeover`)
  const keys = target.taken().flatMap(({ key, to }) => (to === name ? [key] : []))
  const isTaken = keys.includes(answer)
  const expected = [...(isTaken ? [answer] : []), reply, ...(later ? [later] : [])]
  if (`${keys}` !== `${expected}`) faults.push(`${keys} arrived instead of ${expected}`)
  const state = (await deliveryOf(answer))?.state
  const isRight = isTaken ? state === 'delivered' : state === 'withdrawn' || state === undefined
  if (!isRight) faults.push(`an answer that was ${isTaken ? '' : 'not '}taken is recorded as ${state}`)
  return faults.map((fault) => `${name} (${answer}): ${fault}`)
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const ends = performance.now() + 60_000
  while (!(await isSo())) {
    if (performance.now() > ends) throw new Error(`${what} did not come`)
    await sleep(5)
  }
}

async function ok(asked: ReturnType<Client['get']>) {
  const { status, body } = await asked
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body).slice(0, 300)}`)
  return body
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from './chat-people.ts'

/** `CHAT_SECONDS=20 npm test -- chats-two-processes -t restarted` is the long form, which prints its figures. */
const { CHAT_SECONDS } = process.env
const PER_SECOND = 100
const RETRY_MS = 200
/** More than twenty a minute would wait. */
const MESSAGES_EACH = 10

const seconds = Number(CHAT_SECONDS ?? 1)

export const chatRate = {
  seconds,
  people: Math.ceil((seconds * PER_SECOND) / MESSAGES_EACH),
  print: (line: string) => CHAT_SECONDS !== undefined && process.stdout.write(`${line}\n`),
}

/** Begins a hundred messages a second, however long the others take; of one person each waits until the last one is accepted. */
export async function writeAtRate(people: readonly Person[]): Promise<void> {
  const accepted = new Map<Person, Promise<void>>()
  const begun = performance.now()
  for (let n = 0; n < PER_SECOND * seconds; n++) {
    await sleep(Math.max(0, begun + (n * 1000) / PER_SECOND - performance.now()))
    const person = people[n % people.length]
    if (!person) throw new Error('Nobody writes')
    const last = accepted.get(person) ?? Promise.resolve()
    const next = last.then(() => sendUntilAccepted(person))
    // A failure is reported by the wait for all of them.
    next.catch(() => undefined)
    accepted.set(person, next)
  }
  await Promise.all(accepted.values())
}

async function sendUntilAccepted(person: Person): Promise<void> {
  while (!(await person.sendNext())) await sleep(RETRY_MS)
}

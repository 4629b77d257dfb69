import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { contactChannels } from '#features/contacts/table.ts'
import { conversations, messages } from '#features/conversations/table.ts'
import { newId } from '#platform/id.ts'
import { WEBCHAT } from '../chats/webchat.ts'
import { createClient } from '../client.ts'
import type { Book, BookDefinition, Round } from './book.ts'
import { type GivenTeammate, givenTeammate } from './given-teammate.ts'

const VISITORS = 4
/** A visitor may send 20 in a minute to one server. */
const MAX_PER_ROUND = 15
const PAUSE_MS = 300

type Sent = { message: string; client_message_id: string }

/** Sends like the widget: a message without an answer is sent again under its id, to the next server. */
function visitorOf(n: number) {
  const acknowledged: string[] = []
  let waiting: Sent | null = null
  let last: Sent | null = null
  let sent = 0
  return {
    acknowledged,
    isWaiting: () => waiting !== null,
    async sendRepeatedly(public_key: string, { address, isLast, isOver }: Round): Promise<void> {
      const client = createClient(address, { 'api-key': public_key, 'x-forwarded-for': `2001:db8:2::${n + 1}` })
      const contact = { external_id: `crash-visitor-${n}` }
      async function send(message: Sent): Promise<boolean> {
        const answer = await client.post(`${WEBCHAT}/messages`, { ...message, contact }).catch(() => null)
        if (answer) expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        return answer !== null
      }
      // The widget may have lost the answer with the former server.
      if (last && !(await send(last))) return
      const end = acknowledged.length + MAX_PER_ROUND
      while (waiting || (!isLast && !isOver() && acknowledged.length < end)) {
        waiting ??= { message: `visitor ${n}, message ${sent++}`, client_message_id: newId() }
        if (!(await send(waiting))) return
        acknowledged.push(waiting.message)
        last = waiting
        waiting = null
        await sleep(PAUSE_MS)
      }
    },
  }
}

export const webchatBook: BookDefinition = {
  promise: 'every message of a visitor is stored once, in one conversation each, and answered',
  async open(): Promise<Book> {
    const visitors = Array.from({ length: VISITORS }, (_, n) => visitorOf(n))
    const count = () => visitors.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
    let given: GivenTeammate
    let enough = 0
    return {
      async prepare(app) {
        const answer = () => ({ chunks: ['It ', 'is ', 'done.'], delay_ms: 20 })
        given = await givenTeammate(app, answer, { values: { channel: 'Web Chat' } })
      },
      async work(round) {
        enough = count() + 2
        const { public_api_key } = given.organization
        await Promise.all(visitors.map((visitor) => visitor.sendRepeatedly(public_api_key, round)))
      },
      isUnderWay: () => count() >= enough,
      async judge({ ctx: { db } }) {
        expect(visitors.filter((visitor) => visitor.isWaiting())).toEqual([])
        const { id } = given.organization
        const read = () => db.select().from(messages).where(eq(messages.organization_id, id))
        const growing = async () => (await read()).filter(({ status }) => status === 'in_progress').length
        await expect.poll(growing).toBe(0)
        const rows = await read()
        const contents = rows.filter(({ role }) => role === 'contact').map(({ content }) => content)
        expect(contents.toSorted()).toEqual(visitors.flatMap(({ acknowledged }) => acknowledged).toSorted())
        expect(rows.filter(({ role }) => role === 'ai')).toHaveLength(contents.length)
        const channels = await db.$count(contactChannels, eq(contactChannels.organization_id, id))
        const opened = await db.$count(conversations, eq(conversations.organization_id, id))
        expect([channels, opened]).toEqual([VISITORS, VISITORS])
      },
      close: () => given.vendor.close(),
    }
  },
}

import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { messageDeliveries } from '#features/conversations/table.ts'
import type { Client } from '../client.ts'
import { startPostingTarget } from '../doubles/posting-target.ts'
import { deliveries } from '../servers/posting-channel.ts'
import type { Book, BookDefinition, Round } from './book.ts'
import { type GivenTeammate, givenTeammate } from './given-teammate.ts'

const PAUSE_MS = 200
const MAX_PER_ROUND = 12

export const deliveriesBook: BookDefinition = {
  promise:
    'a finished answer reaches the other side once, whatever fails there and however often the server is killed, and what was delivered is not delivered again',
  async open(): Promise<Book> {
    const target = await startPostingTarget()
    const acknowledged: string[] = []
    let given: GivenTeammate
    let isFailing = false
    let count = 0

    async function write(client: Client, from: string): Promise<string | null> {
      const path = `/api/private/posting/${given.teammate.id}`
      const answer = await client.post(path, { from, message: 'Do it' }).catch(() => null)
      if (!answer) return null
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      acknowledged.push(answer.body.message_id)
      return answer.body.message_id
    }
    async function deliveryOf(client: Client, from: string): Promise<Message['delivery']> {
      const { body } = await client.get(`${given.path}?channel=posting&conversation_id=${from}`)
      return body.data.find(({ role }: Message) => role === 'ai')?.delivery
    }

    /** The other side hangs in the first round, is gone in the second, and refuses in the third. */
    async function misbehave(number: number): Promise<(client: Client, from: string) => Promise<boolean>> {
      if (number === 1) {
        target.be('hang')
        return async () => target.attempts.length > 0
      }
      if (number === 2) {
        await target.goAway()
        return async (client, from) => {
          const delivery = await deliveryOf(client, from)
          return delivery?.state === 'pending' && Boolean(delivery.last_error) && delivery.delivered_at === null
        }
      }
      target.be('fail')
      await target.comeBack()
      return async (client, from) => (await deliveryOf(client, from))?.last_error === 'The other side answered 503'
    }

    async function work(round: Round): Promise<void> {
      isFailing = false
      if (round.isLast) {
        target.be('accept')
        // The last server is in this process, which began without the variable.
        deliveries.target = target.url
        return
      }
      const hasFailed = await misbehave(round.number)
      const client = given.program(round)
      const first = `person-${count++}`
      if ((await write(client, first)) === null) return
      while (!round.isOver()) {
        isFailing ||= await hasFailed(client, first).catch(() => false)
        if (count < round.number * MAX_PER_ROUND) await write(client, `person-${count++}`)
        await sleep(PAUSE_MS)
      }
    }

    return {
      env: { POSTING_TARGET: target.url },
      async prepare(app) {
        given = await givenTeammate(app, () => ({ text: 'It is done.' }))
      },
      work,
      isUnderWay: () => isFailing,
      async judge(app) {
        const client = given.program({ address: app.base_url })
        const own = eq(messageDeliveries.organization_id, given.organization.id)
        const read = () => app.ctx.db.select().from(messageDeliveries).where(own)
        const settled = async () => new Set((await read()).map(({ state }) => state))
        const keys = () => target.taken().map(({ key }) => key)
        await expect.poll(() => acknowledged.filter((key) => !keys().includes(key))).toEqual([])
        await expect.poll(settled).toEqual(new Set(['delivered']))
        expect(keys().toSorted()).toEqual((await read()).map(({ message_id }) => message_id).toSorted())

        const before = target.attempts.length
        const last = await write(client, 'person-0')
        await expect.poll(keys).toContain(last)
        expect(target.attempts.slice(before)).toEqual([{ key: last, to: 'person-0', text: 'It is done.' }])
      },
      async close() {
        await given.vendor.close()
        await target[Symbol.asyncDispose]()
      },
    }
  },
}

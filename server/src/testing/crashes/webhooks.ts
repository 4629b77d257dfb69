import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { startWebhookReceiver } from '../doubles/webhook-receiver.ts'
import { savedMessage } from '../servers/seeded.ts'
import type { Book, BookDefinition, Round } from './book.ts'
import { type GivenTeammate, givenTeammate } from './given-teammate.ts'

const PATH = '/hook'
const MAX_PER_ROUND = 40
const PAUSE_MS = 150

export const webhooksBook: BookDefinition = {
  promise:
    'whatever was acknowledged before a server was killed is delivered to webhooks, also where it was killed in the middle of that',
  async open(): Promise<Book> {
    const receiver = await startWebhookReceiver()
    const acknowledged: string[] = []
    let given: GivenTeammate
    let webhooks = ''
    let webhook_id = ''
    let enough = { acknowledged: 0, received: 0 }
    let count = 0

    async function send(round: Round): Promise<void> {
      const client = given.program(round)
      while (!round.isOver() && count < round.number * MAX_PER_ROUND) {
        const name = `w${count++}`
        const answer = await client.post(given.path, savedMessage(name, true)).catch(() => null)
        if (!answer) return
        if (answer.status === 200) acknowledged.push(name)
        await sleep(PAUSE_MS)
      }
    }

    return {
      async prepare(app) {
        given = await givenTeammate(app, () => ({ text: 'It is done.' }))
        webhooks = `${given.base}/webhooks`
        const hook = { url: `${receiver.url}${PATH}`, event_types: ['message.created'] }
        const { body } = await given.asAdmin({ address: app.base_url }).post(webhooks, hook)
        receiver.believe(PATH, body.secret)
        webhook_id = body.id
        // The first attempt of every second event hangs, so that each kill meets attempts that are under way.
        receiver.answer(PATH, (response) => {
          const { received } = receiver
          const isFirst = received.filter(({ id }) => id === received.at(-1)?.id).length === 1
          if (!isFirst || received.length % 2 === 0) response.writeHead(204).end()
        })
      },
      async work(round) {
        enough = { acknowledged: acknowledged.length + 5, received: receiver.received.length + 2 }
        if (round.isLast) receiver.status(PATH, 204)
        else await send(round)
      },
      isUnderWay: () => acknowledged.length >= enough.acknowledged && receiver.received.length >= enough.received,
      async judge(app) {
        const admin = given.asAdmin({ address: app.base_url })
        const total = async (state: string): Promise<number> =>
          (await admin.get(`${webhooks}/${webhook_id}/deliveries?state=${state}`)).body.total
        const delivered = () =>
          receiver.received.flatMap(({ body }) =>
            body.type === 'message.created' && body.data.role === 'contact' ? [body.data.content] : [],
          )
        await expect.poll(() => acknowledged.filter((name) => !delivered().includes(name))).toEqual([])
        await expect.poll(() => total('pending')).toBe(0)
        expect(await total('failed')).toBe(0)
        const attempts = Map.groupBy(receiver.received, ({ id }) => id)
        const isRepeated = [...attempts.values()].some((each) => each.length > 1)
        expect(isRepeated, 'some were sent again').toBe(true)
        for (const each of attempts.values()) expect(new Set(each.map(({ text }) => text)).size).toBe(1)
        expect(receiver.refused).toEqual([])
      },
      async close() {
        await given.vendor.close()
        await receiver[Symbol.asyncDispose]()
      },
    }
  },
}

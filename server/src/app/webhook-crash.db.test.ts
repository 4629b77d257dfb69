import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import type { Client } from '#testing/client.ts'
import { startWebhookReceiver } from '#testing/doubles/webhook-receiver.ts'
import { savedMessage, seedForProcess } from '#testing/seeded.ts'
import { postgresUrl, spawnServer } from '#testing/server-process.ts'

const ROUNDS = 4
const PATH = '/hook'
const databases = { embedded: { DATABASE_URL: '' }, ...(postgresUrl && { PostgreSQL: {} }) }

/** Sends one message after the other until nobody answers. */
async function keepSending(client: Client, path: string, acknowledged: string[], who: string): Promise<void> {
  for (let count = 0; ; count++) {
    const name = `${who}-${count}`
    const answer = await client.post(path, savedMessage(name, true)).catch(() => null)
    if (!answer) return
    if (answer.status === 200) acknowledged.push(name)
  }
}

test.for(Object.entries(databases))(
  'whatever was acknowledged before a server was killed is delivered, also where it was killed in the middle of that (%s)',
  async ([, over]) => {
    await using receiver = await startWebhookReceiver()
    await using seeded = await seedForProcess(() => ({ text: 'It is done.' }), over)
    const env = { ...seeded.env, OUTBOUND_ALLOW: '127.0.0.1', WEBHOOK_TIMEOUT: '1', RUN_LEASE: '2' }
    const seeding = await startTestApp({ env, parts: ['web'] })
    const webhooks = `/api/organizations/${seeded.organization.id}/webhooks`
    const hook = { url: `${receiver.url}${PATH}`, event_types: ['message.created'] }
    const { body } = await (await seeding.as(seeded.admin)).post(webhooks, hook)
    receiver.believe(PATH, body.secret)
    await seeding.close()

    const acknowledged: string[] = []
    // Every second one hangs the first time, so that each kill meets attempts that are under way: after a third failure a
    // message would wait for five minutes.
    receiver.answer(PATH, (response) => {
      const { received } = receiver
      const isFirst = received.filter(({ id }) => id === received.at(-1)?.id).length === 1
      if (!isFirst || received.length % 2 === 0) response.writeHead(204).end()
    })
    for (let round = 0; round < ROUNDS; round++) {
      const server = spawnServer({ ...env, LOG_LEVEL: 'info' })
      const client = await server.withKey(seeded.private_key)
      const sending = ['a', 'b', 'c'].map((who) => keepSending(client, seeded.path, acknowledged, `${who}${round}`))
      const [enough, delivered] = [acknowledged.length + 5, receiver.received.length]
      await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(enough)
      await expect.poll(() => receiver.received.length, { interval: 5 }).toBeGreaterThan(delivered)
      // A power cut waits for nothing: what is tried is a moment that nobody chose.
      await sleep(Math.random() * 200)
      await server.kill('SIGKILL')
      await Promise.all(sending)
    }

    receiver.status(PATH, 204)
    const app = await startTestApp({ env })
    const admin = await app.as(seeded.admin)
    const waiting = async () => (await admin.get(`${webhooks}/${body.id}/deliveries?state=pending`)).body.total
    const delivered = () =>
      receiver.received.flatMap(({ body }) =>
        body.type === 'message.created' && body.data.role === 'contact' ? [body.data.content] : [],
      )
    await expect.poll(() => acknowledged.filter((name) => !delivered().includes(name))).toEqual([])
    await expect.poll(waiting).toBe(0)
    const { body: failed } = await admin.get(`${webhooks}/${body.id}/deliveries?state=failed`)
    expect(failed.total).toBe(0)
    const attempts = Map.groupBy(receiver.received, ({ id }) => id)
    expect(
      [...attempts.values()].some((each) => each.length > 1),
      'some were sent again',
    ).toBe(true)
    for (const each of attempts.values()) expect(new Set(each.map(({ text }) => text)).size).toBe(1)
    expect(receiver.refused).toEqual([])
    await app.close()
  },
)

import { expect } from 'vitest'
import type { WebhookDelivery } from '#contracts/webhooks.ts'
import { wakeSending } from '#features/webhooks/send-due.ts'
import type { TestApp } from '../app.ts'
import { givenInbox } from '../chats/inbox.ts'
import type { startWebhookReceiver } from '../doubles/webhook-receiver.ts'

type Receiver = Awaited<ReturnType<typeof startWebhookReceiver>>

let paths = 0

/** An organization whose owner sets up webhooks, and a customer who writes to its teammate. */
export async function givenWebhooks(app: TestApp, receiver: Receiver) {
  const given = await givenInbox(app)
  const { base } = given
  // Sessions end, and tests of retries move the clock by days.
  const fresh = () => app.as(given.owner)
  const owner = {
    get: async (path: string) => (await fresh()).get(path),
    post: async (path: string, body?: object) => (await fresh()).post(path, body),
    put: async (path: string, body?: object) => (await fresh()).put(path, body),
    delete: async (path: string, body?: object) => (await fresh()).delete(path, body),
  }
  const webhooks = `${base}/webhooks`
  return {
    ...given,
    owner,
    person: given.owner,
    webhooks,
    /** A webhook with a path of its own at the receiver, which knows its secret. */
    async add(event_types: string[] = ['message.created'], more: object = {}) {
      const path = `/hook-${++paths}`
      const { status, body } = await owner.post(webhooks, { url: `${receiver.url}${path}`, event_types, ...more })
      expect(status, JSON.stringify(body)).toBe(200)
      receiver.believe(path, body.secret)
      const at = `${webhooks}/${body.id}`
      return {
        id: body.id as string,
        secret: body.secret as string,
        path,
        at,
        show: async () => (await owner.get(at)).body,
        deliveries: async (query = ''): Promise<WebhookDelivery[]> =>
          (await owner.get(`${at}/deliveries${query}`)).body.data,
        received: () => receiver.at(path),
        test: async (): Promise<WebhookDelivery> => (await owner.post(`${at}/test`)).body,
      }
    },
  }
}

export type Hook = Awaited<ReturnType<Awaited<ReturnType<typeof givenWebhooks>>['add']>>

/** The one delivery of a webhook once its n-th attempt is over. */
export async function attempted(hook: Hook, attempts: number) {
  await expect
    .poll(async () => {
      const [delivery] = await hook.deliveries()
      return delivery && [delivery.attempts, delivery.sending_since]
    })
    .toEqual([attempts, null])
  const [delivery] = await hook.deliveries()
  if (!delivery) throw new Error('There is no delivery')
  return delivery
}

/** Moves the clock on, and has the server look for what is due then. */
export function later(app: TestApp, seconds: number): void {
  app.clock.advance(seconds * 1000)
  wakeSending(app.ctx)
}

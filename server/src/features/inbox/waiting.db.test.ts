import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { givenWebchat, startWebchatApp } from '#testing/chats/webchat.ts'

const app = await startWebchatApp()

const FAILS = { fault: 'status', status: 400 } as const

/** A visitor who writes, and an operator who looks after the inbox. */
async function ready() {
  const given = await givenWebchat(app)
  const browser = given.browser()
  const operator = await app.as(given.owner)
  const inbox = `${given.base}/conversations`
  const at = (id: string, rest = '') => `${inbox}/${id}${rest}`
  return {
    ...given,
    browser,
    operator,
    at,
    counts: async () => (await operator.get(`${inbox}/counts`)).body,
    show: async (id: string) => (await operator.get(at(id))).body,
    messages: async (id: string): Promise<Message[]> =>
      (await operator.get(at(id, '/messages'))).body.data.toReversed(),
    /** The visitor's conversation, taken over by the operator, in which the visitor has written once more. */
    async writtenTo(content: string) {
      const { conversation } = await browser.sendAndWait('Hi')
      await operator.post(at(conversation.id, '/assign'))
      await operator.post(at(conversation.id, '/messages'), { content: 'This is a person' })
      await browser.send(content)
      return conversation.id
    },
  }
}

test('a conversation that waits for a person because its teammate failed does not once the teammate has answered', async () => {
  await using given = await ready()
  given.vendor.reply(FAILS)
  const { conversation } = await given.browser.sendAndWait('Help')
  await expect.poll(given.counts).toMatchObject({ escalated: 1, waiting: 0, ai: 1 })
  const listener = await given.browser.listen()
  await given.browser.sendAndWait('And now?')
  await expect.poll(given.counts).toMatchObject({ escalated: 0, waiting: 0, ai: 1 })
  expect(await given.show(conversation.id)).toMatchObject({ status: 'active', unanswered_since: null })
  await expect
    .poll(() => listener.received.findLast(({ name }) => name === 'webchat.conversation_updated')?.payload)
    .toMatchObject({ status: 'active' })
  await given.operator.post(given.at(conversation.id, '/assign'))
  expect(await given.counts()).toMatchObject({ my: 1, waiting: 0 })
})

test('who asked for a person waits for one, whatever the teammate has answered meanwhile', async () => {
  await using given = await ready()
  const { conversation } = await given.browser.sendAndWait('Hi')
  await given.browser.call('POST', `/conversations/${conversation.id}/request-operator`, {})
  const { unanswered_since } = await given.show(conversation.id)
  await given.browser.sendAndWait('Is anybody there?')
  expect(await given.show(conversation.id)).toMatchObject({ status: 'waiting_for_operator', unanswered_since })
})

test('whose last words were answered by the teammate does not wait for the operator who takes over', async () => {
  await using given = await ready()
  const { conversation } = await given.browser.sendAndWait('Hi')
  await given.browser.call('POST', `/conversations/${conversation.id}/request-operator`, {})
  await given.browser.sendAndWait('Is anybody there?')
  await given.operator.post(given.at(conversation.id, '/assign'))
  expect(await given.counts()).toMatchObject({ my: 1, waiting: 0 })
  await given.browser.send('Good to see you')
  expect(await given.counts()).toMatchObject({ my: 1, waiting: 1 })
})

test('what nobody has answered when a conversation is handed back is answered by the teammate', async () => {
  await using given = await ready()
  const id = await given.writtenTo('Where is my parcel?')
  given.vendor.reply({ text: 'In Graz.' })
  const handed = await given.operator.post(given.at(id, '/unassign'))
  expect(handed).toMatchObject({ status: 200, body: { assigned_user: null, status: 'active', unanswered_since: null } })
  await expect.poll(async () => (await given.messages(id)).at(-1)).toMatchObject({ status: 'completed', role: 'ai' })
  const said = (await given.messages(id)).map(({ role, content }) => [role, content])
  expect(said.slice(-3)).toEqual([
    ['contact', 'Where is my parcel?'],
    ['system', 'Ada is back.'],
    ['ai', 'In Graz.'],
  ])
  const asked = given.vendor.requests.at(-1)?.body.messages as { role: string; content: string }[]
  expect(asked.slice(-2)).toEqual([
    { role: 'assistant', content: 'This is a person' },
    { role: 'user', content: 'Where is my parcel?' },
  ])
})

test('what the operator has answered is not answered again when the conversation is handed back', async () => {
  await using given = await ready()
  const id = await given.writtenTo('Where is my parcel?')
  await given.operator.post(given.at(id, '/messages'), { content: 'In Graz.' })
  const asked = given.vendor.requests.length
  await given.operator.post(given.at(id, '/unassign'))
  expect((await given.messages(id)).at(-1)).toMatchObject({ role: 'system' })
  expect(given.vendor.requests).toHaveLength(asked)
})

test('handed back by eight at once it is answered once', async () => {
  await using given = await ready()
  const id = await given.writtenTo('Where is my parcel?')
  const asked = given.vendor.requests.length
  await Promise.all(Array.from({ length: 8 }, () => given.operator.post(given.at(id, '/unassign'))))
  await expect.poll(async () => (await given.messages(id)).at(-1)).toMatchObject({ status: 'completed', role: 'ai' })
  expect((await given.messages(id)).filter(({ role }) => role === 'ai')).toHaveLength(2)
  expect(given.vendor.requests).toHaveLength(asked + 1)
})

test('where the teammate fails at what was handed back, the conversation waits for a person', async () => {
  await using given = await ready()
  const id = await given.writtenTo('Where is my parcel?')
  given.vendor.reply(FAILS)
  await given.operator.post(given.at(id, '/unassign'))
  await expect.poll(given.counts).toMatchObject({ escalated: 1, ai: 1, my: 0 })
})

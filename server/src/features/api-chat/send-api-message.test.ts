import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'

const app = await testApp()

async function ready(options: { values?: object; organization?: object } = {}) {
  const vendor = await startCustomDouble(null)
  const { organization, private_key, ...people } = await app.given.organization(options.organization)
  const teammate = await app.given.connectedTeammate(organization, vendor, { name: 'Ada', ...options.values })
  const client = app.withKey(private_key)
  const path = `/api/private/employee/${teammate.id}/messages`
  return { vendor, organization, teammate, client, path, ...people, [Symbol.asyncDispose]: () => vendor.close() }
}

const saved = (message: string, conversation = 'order-1', contact: object = { id: 'customer-1' }) => ({
  message,
  channel: 'api',
  conversation: { id: conversation },
  contact,
})

test('a saved message is answered, kept with its answer, and its run can be looked up', async () => {
  await using given = await ready()
  given.vendor.reply({ text: 'It is on its way.' })
  const { status, body } = await given.client.post(given.path, saved('Where is my order?'))
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, data: { message: 'It is on its way.', attachments: [] } })

  const list = await given.client.get(`${given.path}?channel=api&conversation_id=order-1`)
  expect(list.body).toMatchObject({ success: true, total: 2, page: 1, hasMore: false })
  expect(list.body.data.map(({ role, content }: { role: string; content: string }) => [role, content])).toEqual([
    ['ai', 'It is on its way.'],
    ['contact', 'Where is my order?'],
  ])
  expect(list.body.data[0].id).toBe(body.data.assistantMessageId)
  expect(list.body.data[1].id).toBe(body.data.messageId)

  const run = await given.client.get(`/api/private/workflow/run/${body.data.runId}`)
  expect(run.body.data).toMatchObject({
    status: 'completed',
    result: 'It is on its way.',
    messageId: body.data.messageId,
  })
})

test('a saved chat continues: the model is given what was said before', async () => {
  await using given = await ready()
  given.vendor.reply({ text: 'Hello Ann.' })
  given.vendor.reply({ text: 'You are Ann.' })
  await given.client.post(given.path, saved('I am Ann.'))
  await given.client.post(given.path, saved('Who am I?'))
  const roles = ['system', 'user', 'assistant', 'user'].map((role) => expect.objectContaining({ role }))
  const asked = given.vendor.requests.at(-1)?.body
  expect(asked).toMatchObject({ messages: roles })
  expect(JSON.stringify(asked)).toContain('Hello Ann.')
})

test('a one-off message is answered and not saved', async () => {
  await using given = await ready()
  given.vendor.reply({ text: 'Forty-two.' })
  const { body } = await given.client.post(given.path, { message: 'What is it?', channel: 'api' })
  expect(body.data).toMatchObject({ message: 'Forty-two.', messageId: null, assistantMessageId: null })
  const run = await given.client.get(`/api/private/workflow/run/${body.data.runId}`)
  expect(run.body.data).toMatchObject({ status: 'completed', result: 'Forty-two.', messageId: null })
})

test('an asynchronous message is accepted at once and its answer polled', async () => {
  await using given = await ready()
  given.vendor.reply({ text: 'Later.' })
  const { body } = await given.client.post(given.path, { ...saved('Now?'), is_async: true })
  expect(body.data).toMatchObject({ message: null, attachments: [], assistantMessageId: null })
  await expect
    .poll(async () => (await given.client.get(`/api/private/workflow/run/${body.data.runId}`)).body.data.status)
    .toBe('completed')
})

import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { startWebhookReceiver } from '#testing/doubles/webhook-receiver.ts'
import { givenWebhooks } from '#testing/events/webhooks.ts'
import { flowOf } from '#testing/runs/workflows.ts'

const receiver = await startWebhookReceiver()
const app = await startTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })
afterAll(async () => {
  await app.close()
  await receiver[Symbol.asyncDispose]()
})

const typesOf = (received: { body: { type: string } }[]) => received.map(({ body }) => body.type).sort()

test('a conversation is sent from its first words to its end, in the words of the contract', async () => {
  const given = await givenWebhooks(app, receiver)
  const all = await given.add([
    'conversation.created',
    'conversation.updated',
    'conversation.deleted',
    'message.created',
    'message.updated',
    'message.deleted',
    'contact.created',
    'contact.updated',
  ])
  const created = await given.add(['conversation.created'])
  given.vendor.reply({ text: 'Hello Ada' })
  const id = await given.open()
  await expect
    .poll(() => typesOf(all.received()))
    .toEqual(['contact.created', 'conversation.created', 'message.created', 'message.created'])
  const bodies = all.received().map(({ body }) => body)
  expect(
    bodies.flatMap((body) => (body.type === 'message.created' ? [[body.data.role, body.data.content]] : [])),
  ).toEqual(
    expect.arrayContaining([
      ['contact', 'Hello'],
      ['ai', 'Hello Ada'],
    ]),
  )
  expect(bodies.find(({ type }) => type === 'conversation.created')).toMatchObject({
    data: { id, organization_id: given.organization.id, status: 'active' },
    timestamp: expect.stringMatching(/Z$/),
  })

  await given.operator.post(given.at(id, '/assign'), {})
  await expect.poll(() => typesOf(all.received())).toContain('conversation.updated')
  const { body: sent } = await given.operator.post(given.at(id, '/messages'), { content: 'I am here' })
  const message = given.at(id, `/messages/${sent.id}`)
  await given.operator.patch(message, { content: 'I am there' })
  await expect.poll(() => typesOf(all.received())).toContain('message.updated')
  await given.operator.delete(message)
  await expect.poll(() => typesOf(all.received())).toContain('message.deleted')
  expect(all.received().find(({ body }) => body.type === 'message.deleted')?.body.data).toEqual({
    id: sent.id,
    conversation_id: id,
  })
  expect(typesOf(created.received())).toEqual(['conversation.created'])
  expect(receiver.refused).toEqual([])
})

test('what is sent is signed so that the reference implementation believes it, and nothing that was changed', async () => {
  const given = await givenWebhooks(app, receiver)
  const hook = await given.add()
  expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const { id } = await hook.test()
  await expect.poll(() => hook.received().length).toBe(1)
  const [sent] = hook.received()
  if (!sent) throw new Error('Nothing was sent')
  expect(sent.id).toBe(id)
  const headers = {
    'webhook-id': sent.id,
    'webhook-timestamp': String(sent.at.getTime() / 1000),
    'webhook-signature': sent.signatures.join(' '),
  }
  const oracle = new Webhook(hook.secret)
  expect(oracle.verify(sent.text, headers)).toMatchObject({ type: 'webhook.test', data: { webhook_id: hook.id } })
  expect(() => oracle.verify(`${sent.text} `, headers)).toThrow()
  expect(() => oracle.verify(sent.text, { ...headers, 'webhook-id': hook.id })).toThrow()
})

test('a new secret counts at once, and the one before it for a day', async () => {
  const given = await givenWebhooks(app, receiver)
  const hook = await given.add()
  const { body } = await given.owner.put(hook.at, { rotate_secret: true })
  expect(body.secret).toMatch(/^whsec_/)
  expect(body.secret).not.toBe(hook.secret)
  expect(body.previous_secret_until).not.toBeNull()
  expect((await hook.show()).secret).toBeUndefined()
  await hook.test()
  await expect.poll(() => hook.received().length).toBe(1)
  receiver.believe(hook.path, body.secret)
  await hook.test()
  await expect.poll(() => hook.received().length).toBe(2)
  app.clock.advance(86_400_000 + 1000)
  await hook.test()
  await expect.poll(() => hook.received().length).toBe(3)
  expect(hook.received().map(({ signatures }) => signatures.length)).toEqual([2, 2, 1])
})

test('runs of workflows and changes of teammates are sent, other runs are not', async () => {
  const given = await givenWebhooks(app, receiver)
  const runs = await given.add(['workflow_run.completed', 'workflow_run.failed'])
  const teammates = await given.add(['ai_employee.created', 'ai_employee.updated', 'ai_employee.deleted'])
  const make = async (name: string, step: object) =>
    (await given.owner.post(`${given.base}/workflows`, { name, ...flowOf({ say: { type: 'message', ...step } }) })).body
      .id
  const good = await make('Good', { text: 'Hello' })
  await given.client.post(`/api/private/trigger/${good}`, {})
  given.vendor.reply({ text: 'Hello' })
  await given.open()
  const { body: made } = await given.owner.post(`${given.base}/employees`, { name: 'New' })
  await given.owner.put(`${given.base}/employees/${made.id}`, { name: 'Newer' })
  await expect.poll(() => typesOf(teammates.received())).toEqual(['ai_employee.created', 'ai_employee.updated'])
  await expect.poll(() => runs.received().length).toBe(1)
  expect(runs.received()[0]?.body).toMatchObject({
    type: 'workflow_run.completed',
    data: { workflow_id: good, workflow_name: 'Good', status: 'completed' },
  })
})

test('what people have with their own assistants never leaves', async () => {
  const given = await givenInternalChat(app)
  const owner = await app.as(given.owner)
  const ally = await app.given.teammate(given.organization, {
    owned_by_user_id: given.owner.id,
    is_system: true,
    model: given.teammate.model,
  })
  const path = `/hook-of-${given.organization.id}`
  const types = ['conversation.created', 'conversation.deleted', 'message.created', 'contact.created']
  await owner.post(`/api/organizations/${given.organization.id}/webhooks`, {
    url: `${receiver.url}${path}`,
    event_types: types,
  })
  given.vendor.reply({ text: 'Secret' }, { text: 'Open' })
  await (await given.chatOf(given.owner, ally)).sendAndWait('Between us')
  const { conversation_id } = await (await given.chatOf(given.owner)).sendAndWait('For all')
  await expect
    .poll(() => typesOf(receiver.at(path)))
    .toEqual(['conversation.created', 'message.created', 'message.created'])
  await owner.delete(
    `/api/organizations/${given.organization.id}/employees/${given.teammate.id}/conversations/${conversation_id}`,
  )
  await expect.poll(() => typesOf(receiver.at(path))).toContain('conversation.deleted')
  expect(JSON.stringify(receiver.at(path).map(({ body }) => body))).not.toMatch(/Secret|Between us/)
})

test('what the teammate thought and called is not sent', async () => {
  const given = await givenWebhooks(app, receiver)
  const hook = await given.add()
  given.vendor.reply({ text: 'Hello' })
  await given.open()
  await expect.poll(() => hook.received().length).toBe(2)
  for (const { text } of hook.received()) expect(text).not.toMatch(/stream_tools|stream_reasoning/)
})

test('an organization without a webhook writes nothing, and one that is disabled is sent nothing', async () => {
  const given = await givenWebhooks(app, receiver)
  const hook = await given.add(['message.created'], { is_enabled: false })
  const other = await given.add(['conversation.updated'])
  given.vendor.reply({ text: 'Hello' })
  await given.open()
  await given.owner.put(hook.at, { is_enabled: true })
  given.vendor.reply({ text: 'Hello again' })
  await given.open()
  await expect.poll(() => hook.received().length).toBe(2)
  expect(
    hook
      .received()
      .map(({ text }) => text)
      .join(),
  ).toMatch(/Hello again/)
  expect(await other.deliveries()).toEqual([])
})

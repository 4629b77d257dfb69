import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contactChannels, contacts } from '#features/contacts/table.ts'
import { conversations } from '#features/conversations/table.ts'
import { testApp } from '#testing/app.ts'
import { givenPrivateChat, messageOf, runOf, saved } from '#testing/chats/private-chat.ts'
import { liveRunIds } from '#testing/runs/live-runs.ts'

const app = await testApp()
const ready = (options: Parameters<typeof givenPrivateChat>[1] = {}) => givenPrivateChat(app, options)

const contactsOf = ({ id }: { id: string }) =>
  app.ctx.db
    .select({ contact: contacts, external_id: contactChannels.external_id })
    .from(contactChannels)
    .innerJoin(contacts, eq(contacts.id, contactChannels.contact_id))
    .where(eq(contactChannels.organization_id, id))
    .orderBy(contactChannels.id)

test('any stable channel name is kept as custom, and two names do not see each other’s chats', async () => {
  await using given = await ready()
  await given.save('From the shop', { channel: 'shop' })
  await given.save('From the app', { channel: 'app' })
  const rows = await app.ctx.db
    .select()
    .from(conversations)
    .where(eq(conversations.organization_id, given.organization.id))
    .orderBy(conversations.id)
  expect(rows.map(({ channel, channel_name }) => [channel, channel_name])).toEqual([
    ['custom', 'shop'],
    ['custom', 'app'],
  ])
  const shop = await given.client.get(`${given.path}?channel=shop&conversation_id=order-1`)
  expect(shop.body.data.map(({ content }: { content: string }) => content)).toEqual(['ok', 'From the shop'])
  expect(shop.body.data[0].channel).toBe('custom')
  expect(JSON.stringify(given.sent())).not.toContain('From the shop')
})

test('what is said of a contact is normalized and kept, and said again is renewed', async () => {
  await using given = await ready()
  const details = {
    id: 'c',
    first_name: ' Ann ',
    last_name: 'Lee',
    email: ' Ann@Example.COM ',
    phone: '+49 (30) 12-34',
  }
  await given.client.post(given.path, saved('Hello', 'order-1', details))
  await given.client.post(given.path, saved('Hello', 'order-1', { id: 'c', last_name: 'Li', email: '' }))
  const rows = await contactsOf(given.organization)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.contact).toMatchObject({
    first_name: 'Ann',
    last_name: 'Li',
    email: 'ann@example.com',
    phone: '+49301234',
  })
})

test('a contact without an id is the conversation’s own, at each teammate another', async () => {
  await using given = await ready()
  const second = await app.given.teammate(given.organization, { model: given.teammate.model })
  const path = `/api/private/employee/${second.id}/messages`
  await given.client.post(given.path, saved('Hello', '1', { first_name: 'Ann' }))
  await given.client.post(given.path, saved('Again', '1', { first_name: 'Ann' }))
  await given.client.post(path, saved('Hello', '1', { first_name: 'Bob' }))
  const rows = await contactsOf(given.organization)
  expect(rows.map(({ contact }) => contact.first_name)).toEqual(['Ann', 'Bob'])
})

test('first messages sent at once meet in one conversation with one contact', async () => {
  await using given = await ready()
  const all = await Promise.all(Array.from({ length: 8 }, (_, n) => given.save(`Message ${n}`)))
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
  const list = await given.client.get(`${given.path}?channel=api&conversation_id=order-1`)
  expect(list.body.total).toBe(16)
  expect(await contactsOf(given.organization)).toHaveLength(1)
})

test('a client that goes away stops nothing that was accepted', async () => {
  await using given = await ready()
  const { promise: hasLeft, resolve: goOn } = Promise.withResolvers<void>()
  given.vendor.reply({ chunks: ['Still ', 'there.'], until: hasLeft })
  const leaving = new AbortController()
  const call = given.client.send(given.path, {
    method: 'POST',
    body: JSON.stringify(saved('Are you there?')),
    headers: { 'content-type': 'application/json' },
    signal: leaving.signal,
  })
  await expect.poll(() => given.vendor.requests.length).toBe(1)
  leaving.abort()
  await expect(call).rejects.toThrow()
  goOn()
  await expect
    .poll(async () => {
      const list = await given.client.get(`${given.path}?channel=api&conversation_id=order-1`)
      return list.body.data[0]
    })
    .toMatchObject({ role: 'ai', status: 'completed', content: 'Still there.' })
  expect(given.vendor.aborted).toBe(0)
})

test('NUL characters and halves of characters break nothing, wherever they come from', async () => {
  await using given = await ready({
    organization: { use_lazy_tools: false },
    values: { tools: ['http_request'] },
  })
  const broken = 'a\u0000b\ud800c'
  given.vendor.reply(
    {
      text: broken,
      reasoning: broken,
      tool_calls: [{ name: 'http_request', input: { [broken]: broken, url: broken } }],
    },
    { text: `Done ${broken}` },
  )
  const { status, body } = await given.client.post(
    given.path,
    saved(broken, broken, { id: broken, first_name: broken }),
  )
  expect(status).toBe(200)
  expect(body.data.message).toContain('Done ')
  const run = await runOf(app, body.data.runId)
  expect(run.status).toBe('completed')
  expect((await messageOf(app, run.message_id)).content).toBe('ab\ufffdc')
  expect((await messageOf(app, run.assistant_message_id)).status).toBe('completed')
  const shown = await given.client.get(`/api/private/workflow/run/${run.id}`)
  expect(shown.body.data.result).toContain('Done ')
})

test('nothing of a run stays in memory once it is over', async () => {
  await using given = await ready()
  given.vendor.reply(({ body }) => (JSON.stringify(body).includes('fail') ? { fault: 'drop' } : { text: 'ok' }))
  const batch = async (size: number) => {
    await Promise.all(Array.from({ length: size }, (_, n) => given.ask(n % 10 === 0 ? 'fail' : 'Hello')))
  }
  for (let round = 0; round < 10; round++) await batch(30)
  await expect.poll(() => liveRunIds(app, given.organization.id)).toEqual([])
}, 120_000)

test('a message under the id of a deleted conversation begins a new one; what was deleted does not come back', async () => {
  await using given = await givenPrivateChat(app)
  await given.save('Forget this.')
  const mine = eq(conversations.organization_id, given.organization.id)
  await app.ctx.db.update(conversations).set({ deleted_at: new Date() }).where(mine)
  await given.save('Who are you?')

  expect(JSON.stringify(given.sent())).not.toContain('Forget this.')
  const list = await given.client.get(`${given.path}?channel=api&conversation_id=order-1`)
  expect(list.body.data.map(({ content }: { content: string }) => content)).not.toContain('Forget this.')
  expect(list.body.total).toBe(2)
  const rows = await app.ctx.db.select().from(conversations).where(mine)
  expect(rows.map(({ deleted_at }) => deleted_at !== null).toSorted()).toEqual([false, true])
})

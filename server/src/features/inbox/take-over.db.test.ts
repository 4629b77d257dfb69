import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { conversations } from '#features/conversations/table.ts'
import { testApp } from '#testing/app.ts'
import { conversationOf, givenInbox } from '#testing/chats/inbox.ts'
import { messageOf, runOf, runsOf } from '#testing/chats/private-chat.ts'

const app = await testApp()

async function answering() {
  const given = await givenInbox(app)
  given.vendor.reply({ fault: 'hang_midway', chunks: ['The first part', ' and the rest'] })
  const { body } = await given.save('Tell me everything', { is_async: true })
  await expect.poll(() => given.vendor.requests.length).toBe(1)
  return {
    ...given,
    run_id: body.data.runId as string,
    id: await conversationOf(app, 'order-1', given.organization.id),
  }
}

test('taking over stops the answer in progress, and nothing of it is published afterwards', async () => {
  await using given = await answering()
  const taken = await given.operator.post(given.at(given.id, '/assign'))
  expect(taken).toMatchObject({
    status: 200,
    body: { has_assigned_operator: true, assigned_user: { id: given.owner.id }, unanswered_since: expect.any(String) },
  })
  await expect.poll(async () => (await runOf(app, given.run_id)).status).toBe('cancelled')
  await expect.poll(() => given.vendor.aborted).toBe(1)
  const run = await runOf(app, given.run_id)
  // This channel shows nothing while an answer grows, so nothing of it stays.
  const { data } = (await given.operator.get(given.at(given.id, '/messages'))).body
  expect(data.map(({ role }: { role: string }) => role)).toEqual(['system', 'contact'])
  expect(data[0]).toMatchObject({ system_event: { type: 'operator_joined', user_name: given.owner.name } })
  expect(await messageOf(app, run.assistant_message_id)).toMatchObject({ status: 'completed', is_stopped: true })
})

test('while an operator has a conversation, what the customer says is kept and no teammate answers', async () => {
  await using given = await givenInbox(app)
  const id = await given.open('order-1')
  await given.operator.post(given.at(id, '/assign'))
  const before = given.vendor.requests.length
  const { status, body } = await given.save('Are you there?', { contact: { id: 'customer-1' } })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toMatchObject({ runId: null, message: null, assistantMessageId: null })
  expect(given.vendor.requests).toHaveLength(before)
  expect(await runsOf(app, given.organization)).toHaveLength(1)
  const shown = (await given.operator.get(given.at(id))).body
  expect(shown).toMatchObject({
    unanswered_since: expect.any(String),
    last_message: { role: 'contact', content: 'Are you there?' },
  })
  expect(await given.counts()).toEqual({ my: 1, human: 0, waiting: 1, escalated: 0, ai: 0 })
})

test('a customer whose teammate could not answer is still heard while an operator has the conversation', async () => {
  await using given = await givenInbox(app)
  const id = await given.open('order-1')
  await given.operator.post(given.at(id, '/assign'))
  const { body } = await given.operator.put(`${given.base}/employees/${given.teammate.id}`, { model: null })
  expect(body.model).toBeNull()
  await given.operator.put(given.base, { ai_default_model: null })
  expect((await given.save('Hello?', { contact: { id: 'customer-1' } })).status).toBe(200)
  expect(await given.counts()).toMatchObject({ waiting: 1 })
})

test('after the conversation was handed back, the teammate answers and knows what the operator said', async () => {
  await using given = await givenInbox(app)
  const id = await given.open('order-1')
  await given.operator.post(given.at(id, '/messages'), { content: 'Your parcel is in Graz.' })
  expect(await given.operator.post(given.at(id, '/unassign'))).toMatchObject({
    status: 200,
    body: { has_assigned_operator: false, assigned_user: null, unanswered_since: null },
  })
  given.vendor.reply({ text: 'In Graz, as I hear.' })
  const { body } = await given.save('Where is it?', { contact: { id: 'customer-1' } })
  expect(body.data.message).toBe('In Graz, as I hear.')
  expect(given.sent().map(({ content }) => content)).toContain('Your parcel is in Graz.')
})

test('a conversation without automation keeps messages, and its teammate is silent until it is on again', async () => {
  await using given = await givenInbox(app)
  const id = await given.open('order-1')
  const off = await given.operator.patch(given.at(id, '/automation'), { automation_enabled: false })
  expect(off.body).toMatchObject({ automation_enabled: false, has_assigned_operator: false })
  expect((await given.save('Hello?', { contact: { id: 'customer-1' } })).body.data).toMatchObject({ runId: null })
  await given.operator.patch(given.at(id, '/automation'), { automation_enabled: true })
  expect((await given.save('Hello?', { contact: { id: 'customer-1' } })).body.data.runId).not.toBeNull()
})

test('a colleague takes over from a colleague, and of eight at once one has it', async () => {
  await using given = await givenInbox(app)
  const id = await given.open('order-1')
  const admins = await Promise.all(Array.from({ length: 8 }, () => app.given.membership(given.organization, 'admin')))
  const clients = await Promise.all(admins.map((user) => app.as(user)))
  const taken = await Promise.all(clients.map((client) => client.post(given.at(id, '/assign'))))
  expect(taken.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const [row] = await app.ctx.db.select().from(conversations).where(eq(conversations.id, id))
  expect(row?.epoch).toBe(8)
  const owner = admins.findIndex((user) => user.id === row?.assigned_user_id)
  const sent = await Promise.all(clients.map((client) => client.post(given.at(id, '/messages'), { content: 'Hi' })))
  expect(sent.map(({ status }) => status)).toEqual(admins.map((_, index) => (index === owner ? 200 : 409)))
  expect(sent[(owner + 1) % 8]?.body.code).toBe('ASSIGNED_TO_ANOTHER')
})

test('messages and takeovers at once: every message is kept once, and answered by a teammate or kept for a person', async () => {
  await using given = await givenInbox(app)
  const id = await given.open('order-1')
  const save = (n: number) => given.save(`Message ${n}`, { contact: { id: 'customer-1' } })
  const hands = async (n: number) => given.operator.post(given.at(id, n % 2 === 0 ? '/assign' : '/unassign'))
  const results = await Promise.all(Array.from({ length: 8 }, (_, n) => [save(n), hands(n)]).flat())
  for (const { status, body } of results) expect([200, 409], JSON.stringify(body)).toContain(status)
  const list = async () => (await given.operator.get(given.at(id, '/messages?limit=100'))).body.data
  const isGrowing = ({ status }: { status: string }) => status === 'in_progress'
  // What was handed back unanswered is answered after that.
  await expect.poll(async () => (await list()).filter(isGrowing)).toEqual([])
  const data = await list()
  const saved = data.filter(({ role }: { role: string }) => role === 'contact')
  expect(new Set(saved.map(({ content }: { content: string }) => content)).size).toBe(9)
  expect(saved).toHaveLength(9)
})

test('a contact whose reply is deleted waits again, since they wrote, and is counted so', async () => {
  await using given = await givenInbox(app)
  const id = await given.open('order-1')
  await given.operator.post(given.at(id, '/assign'))
  await given.save('Are you there?', { contact: { id: 'customer-1' } })
  const [asked] = (await given.operator.get(given.at(id, '/messages'))).body.data
  const unanswered_since = asked.created_at as string
  const reply = async () => (await given.operator.post(given.at(id, '/messages'), { content: 'Yes' })).body.id as string
  const [first, second] = [await reply(), await reply()]
  expect(await given.counts()).toMatchObject({ my: 1, waiting: 0 })
  await given.operator.delete(given.at(id, `/messages/${second}`))
  expect((await given.operator.get(given.at(id))).body.unanswered_since).toBeNull()
  await given.operator.delete(given.at(id, `/messages/${first}`))
  expect((await given.operator.get(given.at(id))).body).toMatchObject({ unanswered_since })
  expect(await given.counts()).toMatchObject({ my: 1, waiting: 1 })
  const event = app.events.find('conversation.updated', ({ payload }) => payload.id === id).at(-1)
  expect(event?.payload).toMatchObject({ unanswered_since, previous: { unanswered_since: null } })
})

test('a conversation that is deleted with its contact as soon as it was taken over is not found', async () => {
  await using given = await givenInbox(app)
  await given.save('Hello')
  const id = await conversationOf(app, 'order-1', given.organization.id)
  await app.ctx.db.execute(sql`
    create function delete_its_contact() returns trigger language plpgsql as 'begin
      delete from contacts where id = (select contact_id from contact_channels where id = new.contact_channel_id);
      return null;
    end'`)
  await app.ctx.db.execute(sql`
    create constraint trigger delete_its_contact after update on conversations deferrable initially deferred
    for each row when (new.id = ${sql.raw(`'${id}'`)}) execute function delete_its_contact()`)
  try {
    expect((await given.operator.post(given.at(id, '/assign'))).status).toBe(404)
  } finally {
    await app.ctx.db.execute(sql`drop function delete_its_contact cascade`)
  }
})

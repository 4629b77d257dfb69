import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { erasePayloadsOfEnded } from '#features/runs/jobs.ts'
import { runPayloads, runs } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'

const app = await testApp()
const names = (rows: { display_name: string }[]) => rows.map(({ display_name }) => display_name)

test('contacts are found by any part of their name, address or number, whatever its case', async () => {
  await using given = await givenInbox(app)
  await given.open('order-1', { id: 'c1', first_name: 'Maya', last_name: 'Lind', email: 'MAYA@example.com' })
  await given.open('order-2', { id: 'c2', first_name: 'Jonas', phone: '+43 660 1234567' })
  const find = async (q: string) =>
    names((await given.operator.get(`${given.base}/contacts?q=${encodeURIComponent(q)}`)).body.data)
  expect(await find('')).toEqual(['Jonas', 'Maya Lind'])
  expect(await find('lind may')).toEqual(['Maya Lind'])
  expect(await find('@EXAMPLE')).toEqual(['Maya Lind'])
  expect(await find('6601234')).toEqual(['Jonas'])
  expect(await find('%')).toEqual([])
  expect(await find('_aya')).toEqual([])
})

test('colleagues who chat with a teammate are no contacts', async () => {
  await using given = await givenInbox(app)
  await given.operator.post(`${given.base}/employees/${given.teammate.id}/messages`, { message: 'Hello' })
  expect((await given.operator.get(`${given.base}/contacts`)).body).toMatchObject({ data: [], total: 0 })
})

test('what is known of a contact can be changed and cleared, and is kept in the form in which it is compared', async () => {
  await using given = await givenInbox(app)
  const id = await given.open('order-1', { id: 'c1', first_name: 'Maya', email: 'maya@example.com' })
  const { contact } = (await given.operator.get(given.at(id))).body
  const path = `${given.base}/contacts/${contact.id}`
  const changed = await given.operator.patch(path, {
    last_name: ' Lind ',
    email: 'M.Lind@Example.com',
    first_name: null,
  })
  expect(changed.body).toMatchObject({ first_name: null, last_name: 'Lind', email: 'm.lind@example.com' })
  expect((await given.operator.patch(path, { last_name: '' })).body.display_name).toMatch(/^Customer /)
  expect((await given.operator.patch(path, { email: 'x'.repeat(400) })).status).toBe(400)
  expect((await given.operator.patch(path, {})).body.email).toBe('m.lind@example.com')
})

test('a contact’s history has their conversations over all channels', async () => {
  await using given = await givenInbox(app)
  const contact = { id: 'c1', first_name: 'Maya' }
  const first = await given.open('order-1', contact)
  const second = await given.open('order-2', contact)
  const detail = (await given.operator.get(given.at(first))).body
  expect(detail.full_contact.channels).toMatchObject([{ channel: 'api', external_id: 'c1' }])
  expect(detail.participants).toMatchObject([{ contact_id: detail.contact.id, is_active: true, display_name: 'Maya' }])
  const { data } = (await given.operator.get(`${given.base}/contacts/${detail.contact.id}/conversations`)).body
  expect(data.map((row: { id: string }) => row.id)).toEqual([second, first])
})

test.each(['n/a', 'unknown', '-', '+', ' '])('“%s” is no number, and takes none away', async (phone) => {
  await using given = await givenInbox(app)
  const known = { id: 'c1', phone: '+43 660 1234567' }
  const id = await given.open('order-1', known)
  const { contact } = (await given.operator.get(given.at(id))).body
  const path = `${given.base}/contacts/${contact.id}`
  await given.open('order-1', { id: 'c1', first_name: 'Maya', phone })
  expect((await given.operator.get(path)).body).toMatchObject({ first_name: 'Maya', phone: '+436601234567' })
  const fresh = (await given.operator.get(given.at(await given.open('order-2', { id: 'c2', phone })))).body.contact
  expect((await given.operator.get(`${given.base}/contacts/${fresh.id}`)).body.phone).toBeNull()
  if (phone.trim() === '') return
  const refused = await given.operator.patch(path, { phone })
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', issues: [{ path: 'phone' }] } })
})

test('a number that an operator empties is none, so that a merge takes one over', async () => {
  await using given = await givenInbox(app)
  const contactOf = async (conversation: string, contact: object) =>
    (await given.operator.get(given.at(await given.open(conversation, contact)))).body.contact.id as string
  const [kept, other] = [
    await contactOf('order-1', { id: 'c1', first_name: 'Maya', phone: '+43 660 1' }),
    await contactOf('order-2', { id: 'c2', first_name: 'Maya', phone: '+43 660 1234567' }),
  ]
  const path = `${given.base}/contacts/${kept}`
  expect((await given.operator.patch(path, { phone: ' ' })).body.phone).toBeNull()
  const { body } = await given.operator.post(`${path}/merge`, { contact_id_to_merge: other })
  expect(body.contact.phone).toBe('+436601234567')
})

test('what a message says again of a contact is pushed to those who see the teammate, and only where it is new', async () => {
  await using given = await givenInbox(app)
  const contact = { id: 'c1', first_name: 'Maya' }
  const id = await given.open('order-1', contact)
  const contact_id = (await given.operator.get(given.at(id))).body.contact.id
  const events = () => app.events.find('contact.updated', ({ payload }) => payload.id === contact_id)
  await given.open('order-1', contact)
  await given.open('order-1', { ...contact, last_name: 'Lind' })
  await expect.poll(events).toHaveLength(1)
  await given.open('order-1', { ...contact, last_name: 'Lind' })
  await given.open('order-3', { ...contact, email: 'Maya@example.com' })
  await expect.poll(events).toHaveLength(2)
  expect(events()).toMatchObject([
    { rooms: [`teammate:${given.teammate.id}`, `all-teammates:${given.organization.id}`] },
    { payload: { display_name: 'Maya Lind', email: 'maya@example.com' } },
  ])
})

test('a contact is deleted for good with everything that was said, and anyone who writes again is someone new', async () => {
  await using given = await givenInbox(app)
  const conversation = await given.open('order-1', { id: 'c1', first_name: 'Maya', email: 'maya@example.com' })
  const other = await given.open('order-2', { id: 'c2', first_name: 'Jonas' })
  const { contact } = (await given.operator.get(given.at(conversation))).body
  const jonas = (await given.operator.get(given.at(other))).body.contact
  const admin = given.operator
  const path = `${given.base}/contacts/${contact.id}`
  await admin.post(`${path}/merge`, { contact_id_to_merge: jonas.id })

  const member = await app.given.membership(given.organization, 'member')
  expect((await (await app.as(member)).delete(path)).status).toBe(404)
  await app.given.accessGroup(given.organization, { users: [member], teammates: [given.teammate] })
  expect((await (await app.as(member)).delete(path)).status).toBe(403)

  expect((await admin.delete(path)).status).toBe(200)
  expect((await admin.delete(path)).status).toBe(404)
  for (const id of [conversation, other]) expect((await admin.get(given.at(id))).status).toBe(404)
  expect((await admin.get(`${given.base}/contacts`)).body).toMatchObject({ data: [], total: 0 })
  const { meta } = (await admin.get(`${given.base}/conversations?page=1&limit=10`)).body
  expect(Object.values(meta.counts).every((count) => count === 0)).toBe(true)
  const left = await app.ctx.db.$client.query(
    `select 1 from contacts where id = any($1) union all select 1 from conversations where id = any($2)
     union all select 1 from messages where conversation_id = any($2)
     union all select 1 from message_texts where conversation_id = any($2)
     union all select 1 from participants where conversation_id = any($2)`,
    [
      [contact.id, jonas.id],
      [conversation, other],
    ],
  )
  expect(left.rows).toEqual([])
  const again = await given.open('order-3', { id: 'c1', first_name: 'Maya' })
  expect((await admin.get(given.at(again))).body.contact.id).not.toBe(contact.id)
})

test('what a deleted contact’s runs worked with goes with them, and the runs of others stay whole', async () => {
  await using given = await givenInbox(app)
  const conversation = await given.open('order-1', { id: 'c1', first_name: 'Maya' })
  const other = await given.open('order-2', { id: 'c2', first_name: 'Jonas' })
  const { contact } = (await given.operator.get(given.at(conversation))).body
  const runsOf = async (id: string) => {
    const { data } = (await given.operator.get(`${given.base}/workflows/runs/?conversation_id=${id}`)).body
    return data.map(({ run_id }: { run_id: string }) => run_id)
  }
  const payloads = async (run_ids: string[]) =>
    (await app.ctx.db.$client.query('select 1 from run_payloads where run_id = any($1)', [run_ids])).rows.length
  const [own, others] = [await runsOf(conversation), await runsOf(other)]
  // A run that was started for a part of the answer, and one that is being stopped.
  const [child, live] = [newId(), newId()]
  const organization_id = given.organization.id
  await app.ctx.db.insert(runs).values([
    {
      id: child,
      organization_id,
      parent_run_id: own[0],
      completed_at: new Date(),
      status: 'completed',
      state: { a: 1 },
    },
    { id: live, organization_id, contact_id: contact.id, status: 'running' },
  ])
  const data = Buffer.from('secret')
  await app.ctx.db
    .insert(runPayloads)
    .values([child, live].map((run_id) => ({ run_id, organization_id, seq: 0, data })))
  const before = await payloads(others)
  expect(await payloads(own)).toBeGreaterThan(0)

  expect((await given.operator.delete(`${given.base}/contacts/${contact.id}`)).status).toBe(200)
  await expect.poll(() => payloads([...own, child])).toBe(0)
  expect(await payloads(others)).toBe(before)
  expect(await payloads([live])).toBe(1)
  expect((await given.operator.get(`${given.base}/workflows/runs/${own[0]}`)).status).toBe(200)
  await app.ctx.db.update(runs).set({ status: 'cancelled', cancelled_at: new Date() }).where(eq(runs.id, live))
  await app.runJob(erasePayloadsOfEnded)
  expect(await payloads([live])).toBe(0)
})

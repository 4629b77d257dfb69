import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenInbox } from '#testing/inbox.ts'

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

import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { conversationOf, givenInbox } from '#testing/chats/inbox.ts'
import type { Client } from '#testing/client.ts'

const app = await testApp()

async function ready() {
  const given = await givenInbox(app)
  const at = (id: string, rest = '') => `${given.base}/contacts/${id}${rest}`
  return {
    ...given,
    /** Someone who has written over the private API; the contact's id. */
    async contact(name: string, details: object = {}): Promise<string> {
      const id = await given.open(`order-${name}`, { id: name, ...details })
      return (await given.operator.get(given.at(id))).body.contact.id
    },
    one: async (id: string) => (await given.operator.get(at(id))).body,
    merge: (kept: string, other: string, client: Client = given.operator) =>
      client.post(at(kept, '/merge'), { contact_id_to_merge: other }),
    undo: (kept: string, merge_id: string, client: Client = given.operator) =>
      client.delete(at(kept, `/merges/${merge_id}`)),
    merges: async (id: string, client: Client = given.operator) => client.get(at(id, '/merges')),
    status: async (id: string) => (await given.operator.get(at(id))).status,
  }
}
const channelsOf = (contact: { channels: { external_id: string }[] }) =>
  contact.channels.map(({ external_id }) => external_id).toSorted()

test('of two contacts one is left, with all channels, what both said, and what it lacked', async () => {
  await using given = await ready()
  const kept = await given.contact('anna', { first_name: 'Anna', email: 'anna@example.com' })
  const details = { first_name: 'Anna', last_name: 'Lind', email: 'a.lind@example.com', phone: '+436601234567' }
  const other = await given.contact('lind', details)
  const before = await given.one(other)
  const { status, body } = await given.merge(kept, other)
  expect(status).toBe(200)
  expect(body.contact).toMatchObject({
    id: kept,
    display_name: 'Anna Lind',
    email: 'anna@example.com',
    phone: '+436601234567',
  })
  expect(channelsOf(body.contact)).toEqual(['anna', 'lind'])
  expect(body.merge).toMatchObject({ contact_id: kept, merged_contact: { id: other, display_name: 'Anna Lind' } })
  expect(await given.status(other)).toBe(404)
  expect((await given.operator.get(`${given.base}/contacts`)).body.total).toBe(1)
  expect((await given.operator.get(`${given.base}/contacts/${kept}/conversations`)).body.total).toBe(2)

  await given.save('It is me again', { conversation: { id: 'order-later' }, contact: { id: 'lind', phone: '+436607' } })
  const later = await conversationOf(app, 'order-later', given.organization.id)
  expect((await given.operator.get(given.at(later))).body.contact).toEqual({ id: kept, display_name: 'Anna Lind' })

  const undone = await given.undo(kept, body.merge.id)
  expect(undone.status).toBe(200)
  // Someone has said another number since, and it stays.
  expect(undone.body.contact).toMatchObject({ last_name: null, email: 'anna@example.com', phone: '+436607' })
  expect(undone.body.restored_contact).toEqual(before)
  expect(channelsOf(undone.body.contact)).toEqual(['anna'])
  expect((await given.operator.get(given.at(later))).body.contact.id).toBe(other)
  expect((await given.undo(kept, body.merge.id)).status).toBe(404)
})

test('a name is completed by one that fits, and never put together from two people', async () => {
  await using given = await ready()
  const kept = await given.contact('anna', { first_name: 'Anna' })
  const bob = await given.contact('bob', { first_name: 'Bob', last_name: 'Smith', email: 'bob@example.com' })
  const first = await given.merge(kept, bob)
  expect(first.body.contact).toMatchObject({ display_name: 'Anna', email: 'bob@example.com' })
  const nameless = await given.contact('nameless', { last_name: 'Lind', email: 'lind@example.com' })
  const second = await given.merge(kept, nameless)
  expect(second.body.contact).toMatchObject({ display_name: 'Anna Lind', email: 'bob@example.com' })
  expect((await given.merges(kept)).body.data.map(({ id }: { id: string }) => id)).toEqual([
    second.body.merge.id,
    first.body.merge.id,
  ])
  // In any order, because both went into the same contact.
  expect((await given.undo(kept, first.body.merge.id)).body.contact).toMatchObject({
    display_name: 'Anna Lind',
    email: null,
  })
  expect((await given.undo(kept, second.body.merge.id)).body.contact).toMatchObject({ display_name: 'Anna' })
  expect((await given.one(bob)).email).toBe('bob@example.com')
})

test('along a chain the last merge is undone first, and the ones before it come back with their contact', async () => {
  await using given = await ready()
  const [a, b, c] = [await given.contact('a'), await given.contact('b'), await given.contact('c')]
  const first = (await given.merge(b, a)).body.merge
  const second = await given.merge(c, b)
  expect(channelsOf(second.body.contact)).toEqual(['a', 'b', 'c'])
  expect((await given.undo(b, first.id)).status).toBe(404)
  expect((await given.undo(c, first.id)).status).toBe(404)
  expect(channelsOf(await given.one(c))).toEqual(['a', 'b', 'c'])
  expect(channelsOf((await given.undo(c, second.body.merge.id)).body.restored_contact)).toEqual(['a', 'b'])
  expect((await given.merges(b)).body.data).toMatchObject([{ id: first.id }])
  expect(channelsOf((await given.undo(b, first.id)).body.restored_contact)).toEqual(['a'])
  for (const [id, name] of [
    [a, 'a'],
    [b, 'b'],
    [c, 'c'],
  ] as const)
    expect(channelsOf(await given.one(id))).toEqual([name])
})

test('only who sees both contacts merges them, and makes two of them again', async () => {
  await using given = await ready()
  await using elsewhere = await ready()
  const kept = await given.contact('kept')
  const unseen = await app.given.teammate(given.organization, { name: 'Unseen', model: given.teammate.model })
  given.vendor.reply({ text: 'Ok.' })
  const path = `/api/private/employee/${unseen.id}/messages`
  await given.client.post(path, { message: 'Hi', channel: 'api', conversation: { id: 'o-9' }, contact: { id: 'c9' } })
  const hidden = await conversationOf(app, 'o-9', given.organization.id)
  const other: string = (await given.operator.get(given.at(hidden))).body.contact.id
  const foreign = await elsewhere.contact('foreign')

  const member = await app.given.membership(given.organization, 'member')
  const client = await app.as(member)
  const group = { name: 'Support', user_ids: [member.id], employee_ids: [given.teammate.id] }
  await given.operator.post(`${given.base}/access-groups`, group)
  for (const [one, two] of [
    [kept, other],
    [other, kept],
    [kept, foreign],
    [foreign, kept],
  ] as const)
    expect((await given.merge(one, two, client)).status).toBe(404)
  expect((await given.merge(kept, foreign)).status).toBe(404)
  expect((await given.merge(kept, other, elsewhere.operator)).status).toBe(404)
  expect((await given.merge(kept, other, app.anyone)).status).toBe(401)
  expect((await given.merge(kept, 'junk')).status).toBe(400)
  expect((await given.operator.post(`${given.base}/contacts/${kept}/merge`, {})).status).toBe(400)
  expect(await given.merge(kept, kept)).toMatchObject({ status: 400, body: { code: 'SAME_CONTACT' } })

  const { merge } = (await given.merge(kept, other)).body
  expect((await given.merge(kept, other)).status).toBe(404)
  expect((await given.merges(kept, client)).body.data).toEqual([])
  expect((await given.undo(kept, merge.id, client)).status).toBe(404)
  expect((await given.undo(kept, merge.id, elsewhere.operator)).status).toBe(404)
  expect((await given.undo(foreign, merge.id)).status).toBe(404)
  expect((await given.undo(kept, 'junk')).status).toBe(404)
  expect(channelsOf(await given.one(kept))).toEqual(['c9', 'kept'])
})

test('a merge and its undoing are in the audit log, and those who see the teammate are notified', async () => {
  await using given = await ready()
  const [kept, other] = [await given.contact('k', { first_name: 'Kim' }), await given.contact('o', { phone: '+43660' })]
  const { merge } = (await given.merge(kept, other)).body
  const rooms = [`teammate:${given.teammate.id}`, `all-teammates:${given.organization.id}`]
  const [event] = app.events.find('contact.merged', ({ payload }) => payload.contact_id === kept)
  expect(event).toMatchObject({ rooms, payload: { contact_id: kept, merged_contact_id: other } })
  await given.undo(kept, merge.id)
  const updates = app.events.find('contact.updated', ({ payload }) => [kept, other].includes(String(payload.id)))
  expect(updates.map(({ payload }) => payload.id)).toEqual([kept, kept, other])
  const { data } = (await given.operator.get(`${given.base}/audit-log`)).body
  expect(data.slice(0, 2)).toMatchObject([
    { action: 'contact.merge_undone', subject: { type: 'contact', id: kept, name: 'Kim' } },
    {
      action: 'contact.merged',
      actor: { user_id: given.owner.id },
      subject: { id: kept, name: 'Kim' },
      after: { merged_contact_id: other, phone: '+43660' },
    },
  ])
})

test('merges that cross, eight at once, leave one contact with everything', async () => {
  await using given = await ready()
  const [a, b] = [await given.contact('a'), await given.contact('b')]
  const crossing = await Promise.all(
    Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? given.merge(a, b) : given.merge(b, a))),
  )
  expect(crossing.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404, 404, 404])
  const { contact, merge } = crossing.find(({ status }) => status === 200)?.body ?? {}
  expect(channelsOf(contact)).toEqual(['a', 'b'])
  const undone = await Promise.all(Array.from({ length: 8 }, () => given.undo(contact.id, merge.id)))
  expect(undone.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404, 404, 404])
  expect(await Promise.all([a, b].map(given.status))).toEqual([200, 200])
})

test('messages that come in while contacts are merged arrive, with what they say of their contact', async () => {
  await using given = await ready()
  const names = ['m1', 'm2', 'm3', 'm4']
  const ids: string[] = []
  for (const name of names) ids.push(await given.contact(name))
  const [kept = '', ...others] = ids
  const sending = names.flatMap((name, n) =>
    [1, 2].map((round) =>
      given.save('Hello', {
        conversation: { id: `race-${name}-${round}` },
        contact: { id: name, phone: `+43660${n}${round}` },
      }),
    ),
  )
  const [sent, merged] = await Promise.all([
    Promise.all(sending),
    Promise.all(others.map((other) => given.merge(kept, other))),
  ])
  expect(sent.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(merged.map(({ status }) => status)).toEqual(Array(3).fill(200))
  expect(channelsOf(await given.one(kept))).toEqual(names)
  expect((await given.operator.get(`${given.base}/contacts/${kept}/conversations`)).body.total).toBe(12)
})

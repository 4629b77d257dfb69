import { expect, test } from 'vitest'
import type { Label } from '#contracts/labels.ts'
import { labels } from '#features/inbox/labels/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'

const app = await testApp()
const namesOf = (labels: Label[]) => labels.map(({ name }) => name)
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

async function ready() {
  const given = await givenInbox(app)
  const path = `${given.base}/labels`
  const create = async (name: string, color = 'red'): Promise<Label> => {
    const { status, body } = await given.operator.post(path, { name, color })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  return {
    ...given,
    path,
    create,
    set: (id: string, ...labels: Label[]) =>
      given.operator.put(given.at(id, '/labels'), { label_ids: labels.map((label) => label.id) }),
    names: async () => namesOf((await given.operator.get(path)).body.data),
  }
}

test('any member adds a label; admins rename and delete them', async () => {
  await using given = await ready()
  const member = await app.as(await app.given.membership(given.organization, 'member'))
  const { status, body } = await member.post(given.path, { name: '  Big   order ', color: 'teal' })
  expect([status, body]).toEqual([200, expect.objectContaining({ name: 'Big order', color: 'teal' })])
  expect((await member.patch(`${given.path}/${body.id}`, { name: 'Mine' })).status).toBe(403)
  expect((await member.delete(`${given.path}/${body.id}`)).status).toBe(403)
  const changed = await given.operator.patch(`${given.path}/${body.id}`, { name: 'BIG ORDER' })
  expect(changed.body).toMatchObject({ name: 'BIG ORDER', color: 'teal' })
  await given.create('Angry')
  expect(await given.names()).toEqual(['Angry', 'BIG ORDER'])
  expect((await given.operator.delete(`${given.path}/${body.id}`)).status).toBe(200)
  expect((await given.operator.delete(`${given.path}/${body.id}`)).status).toBe(404)
  expect(await given.names()).toEqual(['Angry'])
})

test('of eight labels of one name at once, in any case and any letters, one is made', async () => {
  await using given = await ready()
  const names = ['Возврат', 'ВОЗВРАТ', 'возврат', 'Возврат ', 'ВозВрат', 'возврат', 'ВОЗВРАТ', 'вОЗВРАТ']
  const answers = await Promise.all(names.map((name) => given.operator.post(given.path, { name, color: 'red' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('LABEL_EXISTS')
  expect(await given.names()).toHaveLength(1)
  const other = await given.create('Other')
  const renamed = await given.operator.patch(`${given.path}/${other.id}`, { name: 'возврат' })
  expect(renamed).toMatchObject({ status: 409, body: { code: 'LABEL_EXISTS' } })
})

test('of eight renamings to one name at once one is done', async () => {
  await using given = await ready()
  const made = await Promise.all(Array.from({ length: 8 }, (_, n) => given.create(`Label ${n}`)))
  const answers = await Promise.all(made.map(({ id }) => given.operator.patch(`${given.path}/${id}`, { name: 'One' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
})

test('an organization has 200 labels at most, however many are added at once', async () => {
  await using given = await ready()
  const organization_id = given.organization.id
  const names = Array.from({ length: 196 }, (_, n) => `Label ${n}`)
  await app.ctx.db
    .insert(labels)
    .values(names.map((name) => ({ organization_id, name, name_key: name.toLowerCase(), color: 'red' as const })))
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => given.operator.post(given.path, { name: `Last ${n}`, color: 'red' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(4).fill(200), ...Array(4).fill(409)])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_LABELS')
})

test('a conversation carries its labels by name, in the list and by itself, until they are taken or deleted', async () => {
  await using given = await ready()
  const id = await given.open()
  const [second, first] = [await given.create('Second'), await given.create('first', 'blue')]
  expect((await given.set(id, second, first, second)).body).toMatchObject({ conversation_id: id })
  const labelsOf = async () => namesOf((await given.operator.get(given.at(id))).body.labels)
  expect(await labelsOf()).toEqual(['first', 'Second'])
  expect((await given.list()).data[0].labels).toEqual([first, second])
  await given.operator.delete(`${given.path}/${first.id}`)
  expect(await labelsOf()).toEqual(['Second'])
  await given.set(id)
  expect(await labelsOf()).toEqual([])
})

test('a label of nobody, of another organization and one too many are refused, and nothing changes', async () => {
  await using given = await ready()
  await using other = await ready()
  const id = await given.open()
  const [own, foreign] = [await given.create('Own'), await other.create('Foreign')]
  await given.set(id, own)
  const put = (label_ids: unknown) => given.operator.put(given.at(id, '/labels'), { label_ids })
  for (const ids of [[own.id, foreign.id], [newId()]])
    expect(await put(ids)).toMatchObject({
      status: 400,
      body: { code: 'NO_SUCH_LABEL', issues: [{ path: 'label_ids' }] },
    })
  for (const junk of [null, 'x', ['x'], Array.from({ length: 21 }, newId)]) expect((await put(junk)).status).toBe(400)
  expect((await given.list()).data[0].labels).toEqual([own])
  for (const change of [{ color: 'mauve' }, { name: '' }, { name: 'x'.repeat(51) }])
    expect((await given.operator.patch(`${given.path}/${own.id}`, change)).status).toBe(400)
  const missing = await given.operator.patch(`${given.path}/${newId()}`, { name: 'Mine' })
  expect(await given.operator.patch(`${given.path}/${foreign.id}`, { name: 'Mine' })).toLookLike(missing)
  expect((await given.operator.delete(`${given.path}/${foreign.id}`)).status).toBe(404)
})

test('eight settings at once end as one of them, pushed in an order that ends the same', async () => {
  await using given = await ready()
  const id = await given.open()
  const made = await Promise.all(Array.from({ length: 8 }, (_, n) => given.create(`Label ${n}`)))
  const answers = await Promise.all(made.map((label, n) => given.set(id, label, made[(n + 1) % 8] ?? label)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const kept = (await given.operator.get(given.at(id))).body.labels
  expect(kept).toHaveLength(2)
  expect(answers.map(({ body }) => body.labels)).toContainEqual(kept)
})

test('settings and deletions of the labels at once leave no label that is gone', async () => {
  await using given = await ready()
  const customers = [1, 2, 3, 4].map((n) => ({ conversation: { id: `order-${n}` }, contact: { id: `customer-${n}` } }))
  const ids = await Promise.all(customers.map(({ conversation, contact }) => given.open(conversation.id, contact)))
  const made = await Promise.all(Array.from({ length: 4 }, (_, n) => given.create(`Label ${n}`)))
  for (const id of ids) await given.set(id, ...made)
  const answers = await Promise.all([
    ...ids.map((id, n) => given.set(id, ...made.slice(n))),
    ...made.map(({ id }) => given.operator.delete(`${given.path}/${id}`)),
    ...customers.map((customer) => given.save('More', customer)),
  ])
  for (const { status } of answers) expect([200, 400]).toContain(status)
  expect(await given.names()).toEqual([])
  const left = (await given.list('?limit=100')).data.flatMap((row: { labels: Label[] }) => row.labels)
  expect(left).toEqual([])
})

test('labels of a conversation are pushed to those who see it, labels themselves to everyone', async () => {
  await using given = await ready()
  const id = await given.open()
  const label = await given.create('VIP')
  await given.set(id, label)
  await given.set(id, label)
  const events = app.events.find('conversation.labels_updated', ({ payload }) => payload.conversation_id === id)
  expect(events.map((event) => event.rooms)).toEqual([
    [`teammate:${given.teammate.id}`, `all-teammates:${given.organization.id}`],
  ])
  const [made] = app.events.find('label.created', ({ payload }) => payload.id === label.id)
  expect(made?.rooms).toEqual([`organization:${given.organization.id}`])
})

test('the list of a label has its conversations alone, in the order of the inbox, under each filter', async () => {
  await using given = await ready()
  const opened: string[] = []
  for (let n = 1; n <= 5; n++) opened.push(await given.open(`order-${n}`, { id: `customer-${n}` }))
  const [first, second, third, fourth] = opened as [string, string, string, string]
  const label = await given.create('VIP')
  const none = await given.create('None')
  for (const id of [first, second, third, fourth]) await given.set(id, label)
  await given.operator.post(given.at(second, '/assign'))
  await given.save('Once more', { conversation: { id: 'order-1' }, contact: { id: 'customer-1' } })

  const listed = async (query = '') => idsOf((await given.list(`?label_id=${label.id}${query}`)).data)
  expect(await listed()).toEqual([first, fourth, third, second])
  expect(await listed('&filter=ai')).toEqual([first, fourth, third])
  expect(await listed('&filter=my')).toEqual([second])
  expect(await listed('&filter=waiting')).toEqual([])
  expect(await listed('&channel_category=internal')).toEqual([])
  expect(await listed('&limit=2&page=2')).toEqual([third, second])
  expect(await given.list(`?label_id=${label.id}&limit=3`)).toMatchObject({ total: 4, hasMore: true })
  expect((await given.list(`?label_id=${none.id}`)).data).toEqual([])
  expect((await given.list(`?label_id=${newId()}`)).total).toBe(0)
  // The counts beside the filters stay those of the inbox.
  expect((await given.list(`?label_id=${label.id}`)).meta.counts).toMatchObject({ my: 1, ai: 4 })

  const member = await app.given.membership(given.organization, 'member')
  const client = await app.as(member)
  const asMember = () => client.get(`${given.base}/conversations?label_id=${label.id}`)
  expect((await asMember()).body.total).toBe(0)
  await app.given.accessGroup(given.organization, { users: [member], teammates: [given.teammate] })
  expect(idsOf((await asMember()).body.data)).toEqual([first, fourth, third, second])
  await using other = await ready()
  expect((await other.list(`?label_id=${label.id}`)).data).toEqual([])
})

import { expect, test } from 'vitest'
import { addUpCounts } from '#features/conversations/count-conversations.ts'
import { requestOperator } from '#features/conversations/operators/request-operator.ts'
import { readConversation } from '#features/conversations/read-conversation.ts'
import { inboxCounts } from '#features/conversations/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { testApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'

const app = await testApp()
type Row = { id: string }
const ids = (rows: Row[]) => rows.map(({ id }) => id)

test('the inbox has the latest first, each with its contact, its teammate and what was said last', async () => {
  await using given = await givenInbox(app)
  given.vendor.reply({ text: 'One.' }, { text: 'Two.' })
  const first = await given.open('order-1', { id: 'c1', first_name: 'Maya', last_name: 'Lind' })
  const second = await given.open('order-2', { id: 'c2' })
  const page = await given.list()
  expect(ids(page.data)).toEqual([second, first])
  expect(page).toMatchObject({ page: 1, limit: 20, total: 2, hasMore: false, meta: { counts: { ai: 2 } } })
  expect(page.data[1]).toMatchObject({
    ai_employee: { id: given.teammate.id, name: given.teammate.name },
    contact: { display_name: 'Maya Lind' },
    assigned_user: null,
    last_message: { role: 'ai', content: 'One.', has_attachments: false },
  })
  expect(page.data[0].contact.display_name).toMatch(/^Customer /)
})

test('each filter lists what its bucket counts, by its word and by its label', async () => {
  await using given = await givenInbox(app)
  const colleague = await app.given.membership(given.organization, 'admin')
  const [mine, theirs, waits, alone] = [await given.open(), await given.open(), await given.open(), await given.open()]
  await given.operator.post(given.at(mine, '/messages'), { content: 'Mine.' })
  await given.operator.post(given.at(theirs, '/assign'), { user_id: colleague.id })
  const ctx = extendContext(app.ctx, { organization: given.organization })
  const found = await readConversation(ctx, waits)
  if (found) await requestOperator(ctx, waits, found.parties, 'contact')
  expect(await given.counts()).toEqual({ my: 1, human: 1, waiting: 0, escalated: 1, ai: 2 })
  const listed = async (filter: string) => ids((await given.list(`?filter=${filter}`)).data)
  expect(await listed('my')).toEqual([mine])
  expect(await listed('Mine')).toEqual([mine])
  expect(await listed('human')).toEqual([theirs])
  expect(await listed('Escalated')).toEqual([waits])
  expect(await listed('AI')).toEqual([alone, waits])
  expect(await listed('waiting')).toEqual([])
  expect((await given.operator.get(`${given.base}/conversations?filter=nobody`)).status).toBe(400)
  expect((await given.list('?channel_category=Internal')).total).toBe(0)
  expect((await given.list('?channel_category=external')).total).toBe(4)
})

test('pages follow each other without gaps, whichever teammate has the conversations', async () => {
  await using given = await givenInbox(app)
  const opened: string[] = []
  for (let n = 0; n < 7; n++) opened.unshift(await given.open())
  const pages = await Promise.all([1, 2, 3, 4].map((page) => given.list(`?limit=3&page=${page}`)))
  expect(pages.flatMap(({ data }) => ids(data))).toEqual(opened)
  expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false, false])
  expect((await given.list(`?ai_employee_id=${given.organization.id}`)).data).toEqual([])
})

test('the counts stay right when their changes are added up, eight times at once', async () => {
  await using given = await givenInbox(app)
  const id = await given.open()
  await given.open()
  for (let n = 0; n < 140; n++) {
    await given.operator.post(given.at(id, n % 2 === 0 ? '/assign' : '/unassign'))
  }
  const before = await given.counts()
  expect(before).toEqual({ my: 0, human: 0, waiting: 0, escalated: 0, ai: 2 })
  await Promise.all(Array.from({ length: 8 }, () => addUpCounts(app.ctx)))
  expect(await given.counts()).toEqual(before)
  const rows = await app.ctx.db.select().from(inboxCounts)
  expect(rows.filter(({ organization_id }) => organization_id === given.organization.id)).toHaveLength(1)
})

test('a conversation in which no one spoke is neither listed nor counted, and neither is a deleted one', async () => {
  await using given = await givenInbox(app)
  const member = await app.as(given.owner)
  const chat = await member.post(`${given.base}/employees/${given.teammate.id}/conversations/new`)
  expect(chat.status).toBe(200)
  expect((await given.list()).total).toBe(0)
  await member.post(`${given.base}/employees/${given.teammate.id}/messages`, {
    message: 'Hello',
    conversation_id: chat.body.id,
  })
  expect(await given.counts('?channel_category=internal')).toMatchObject({ ai: 1 })
  expect(await given.counts('?channel_category=external')).toMatchObject({ ai: 0 })
  expect((await given.list()).data[0].contact.display_name).toBe(given.owner.name)
  await member.delete(`${given.base}/employees/${given.teammate.id}/conversations/${chat.body.id}`)
  expect(await given.counts()).toMatchObject({ ai: 0 })
  expect((await given.list()).data).toEqual([])
})

test('a new conversation is pushed with what it was counted as before: as nothing', async () => {
  await using given = await givenInbox(app)
  const id = await given.open()
  const { payload } = await app.events.next('conversation.updated', (event) => event.payload.id === id)
  expect(payload).toMatchObject({ status: 'active', assigned_user_id: null, previous: { is_counted: false } })
  await given.save('Again', { conversation: { id: 'order-1' }, contact: { id: 'customer-1' } })
  await given.operator.post(given.at(id, '/assign'))
  const events = app.events.find('conversation.updated', (event) => event.payload.id === id)
  expect(events.map((event) => event.payload.previous)).toMatchObject([
    { is_counted: false },
    { is_counted: true, assigned_user_id: null },
  ])
})

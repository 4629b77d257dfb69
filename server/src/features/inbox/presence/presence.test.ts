import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PRESENCE_LASTS_MS } from '#contracts/inbox-names.ts'
import { organizations } from '#features/organizations/table.ts'
import { newId } from '#platform/id.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'

// A server of its own: its clock is moved.
const app = await ownTestApp()

async function ready() {
  const given = await givenInbox(app)
  const id = await given.open()
  const admin = await app.given.membership(given.organization, 'admin')
  const colleague = await app.as(admin)
  const report = (
    state: string,
    { client = given.operator, ...more }: { client?: typeof colleague; tab?: string } = {},
  ) => client.post(given.at(id, '/presence'), { state, ...more })
  const seen = async (client = colleague): Promise<[string, string][]> => {
    const { body } = await client.get(`${given.base}/conversations/presence`)
    return body.data.map((one: { user: { id: string }; state: string }) => [one.user.id, one.state])
  }
  const states = () =>
    app.events
      .find('conversation.presence', ({ payload }) => payload.conversation_id === id)
      .map(({ payload }) => payload.state)
  return { ...given, id, admin, colleague, report, seen, states }
}

test('a person who looks after a teammate is notified who looks at a conversation, who types in it and who leaves it', async () => {
  await using given = await ready()
  for (const state of ['viewing', 'typing', 'viewing', 'left']) {
    expect((await given.report(state)).status).toBe(200)
  }
  expect(given.states()).toEqual(['viewing', 'typing', 'viewing', 'left'])
  const [event] = app.events.find('conversation.presence', ({ payload }) => payload.conversation_id === given.id)
  expect(event?.rooms).toEqual([`teammate:${given.teammate.id}`, `all-teammates:${given.organization.id}`])
  expect(event?.payload).toEqual({
    conversation_id: given.id,
    user: { id: given.owner.id, name: given.owner.name, picture: null },
    state: 'viewing',
    expires_in_ms: expect.any(Number),
  })
  // The clock continues while the event is made.
  expect(event?.payload.expires_in_ms).toBeGreaterThan(PRESENCE_LASTS_MS.typing)
  expect(event?.payload.expires_in_ms).toBeLessThanOrEqual(PRESENCE_LASTS_MS.viewing)
})

test('a person who comes learns who is there already, in the list and in the conversation', async () => {
  await using given = await ready()
  await given.report('typing')
  expect(await given.seen()).toEqual([[given.owner.id, 'typing']])
  const { body } = await given.report('viewing', { client: given.colleague })
  expect(body.data.map(({ user, state }: { user: { id: string }; state: string }) => [user.id, state])).toEqual([
    [given.owner.id, 'typing'],
    [given.admin.id, 'viewing'],
  ])
})

test('a person who stops typing is still there, and anyone who says nothing more is gone', async () => {
  await using given = await ready()
  await given.report('typing')
  app.clock.advance(PRESENCE_LASTS_MS.typing)
  expect(await given.seen()).toEqual([[given.owner.id, 'viewing']])
  app.clock.advance(PRESENCE_LASTS_MS.viewing - PRESENCE_LASTS_MS.typing)
  expect(await given.seen()).toEqual([])
})

test('a person with two tabs is one person, who is there until the last is closed and types where any does', async () => {
  await using given = await ready()
  const [one, two] = [newId(), newId()]
  await given.report('viewing', { tab: one })
  await given.report('typing', { tab: two })
  await given.report('viewing', { tab: one })
  expect(await given.seen()).toEqual([[given.owner.id, 'typing']])
  await given.report('left', { tab: two })
  expect(await given.seen()).toEqual([[given.owner.id, 'viewing']])
  await given.report('left', { tab: one })
  expect(given.states()).toEqual(['viewing', 'typing', 'typing', 'viewing', 'left'])
  expect(await given.seen()).toEqual([])
})

test('a member who does not see the teammate is not there, and does not see who is', async () => {
  await using given = await ready()
  const member = await app.given.membership(given.organization, 'member')
  const client = await app.as(member)
  await given.report('viewing')
  expect(await given.report('viewing', { client })).toMatchObject({
    status: 404,
    body: { error: 'Conversation not found' },
  })
  expect(await given.seen(client)).toEqual([])
  expect(await given.seen()).toEqual([[given.owner.id, 'viewing']])
  await app.given.accessGroup(given.organization, { users: [member], teammates: [given.teammate] })
  expect(await given.seen(client)).toEqual([[given.owner.id, 'viewing']])
})

test('another organization’s people are not there, under their own address and under ours', async () => {
  await using given = await ready()
  await using other = await ready()
  await given.report('viewing')
  for (const base of [given.base, other.base]) {
    const path = `${base}/conversations/${given.id}/presence`
    expect((await other.operator.post(path, { state: 'viewing' })).status).toBe(404)
  }
  expect(await other.seen(other.operator)).toEqual([])
  expect((await app.anyone.post(given.at(given.id, '/presence'), { state: 'viewing' })).status).toBe(401)
})

test('who looks after an inactive organization is still seen, and what is no state is refused', async () => {
  await using given = await ready()
  const isInactive = { status: 'inactive' } as const
  await app.ctx.db.update(organizations).set(isInactive).where(eq(organizations.id, given.organization.id))
  expect((await given.report('viewing')).status).toBe(200)
  expect(await given.seen()).toEqual([[given.owner.id, 'viewing']])
  for (const body of [{}, { state: 'dancing' }, { state: null }, { state: 'viewing', tab: 'x' }, []]) {
    const refused = await given.operator.post(given.at(given.id, '/presence'), body)
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  }
})

test('the contact receives nothing of who looks after the conversation', async () => {
  await using given = await ready()
  // The event of the conversation itself, for which its customer has not waited.
  await app.events.next('conversation.updated', ({ payload }) => payload.id === given.id)
  const before = app.events.all().length
  await given.report('typing')
  const pushed = app.events.all().slice(before)
  expect(pushed.map(({ name }) => name)).toEqual(['conversation.presence'])
  expect(pushed.flatMap(({ rooms }) => rooms).filter((room) => room.startsWith('visitor:'))).toEqual([])
})

test('a flood is refused, and another person is not held up by it', async () => {
  await using given = await ready()
  const answers = await Promise.all(Array.from({ length: 260 }, () => given.report('typing')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBe(20)
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await given.report('viewing', { client: given.colleague })).status).toBe(200)
})

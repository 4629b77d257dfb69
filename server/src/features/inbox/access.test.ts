import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberships } from '#features/organizations/table.ts'
import type { Route } from '#platform/route.ts'
import { testApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'
import { sampleOf } from '#testing/routes/junk.ts'
import { expectAll, fill, readAnswer } from '#testing/routes/walk.ts'

const app = await testApp()

async function ready() {
  const given = await givenInbox(app)
  const id = await given.open()
  const detail = (await given.operator.get(given.at(id))).body
  const message = (await given.operator.post(given.at(id, '/messages'), { content: 'Hello from a person' })).body
  const note = (await given.operator.post(given.at(id, '/notes'), { content: 'Between us' })).body
  const ids = { conversation_id: id, contact_id: detail.contact.id, message_id: message.id, note_id: note.id }
  return { ...given, id, ids: ids as Record<string, string>, contact_id: detail.contact.id, message_id: message.id }
}
type Given = Awaited<ReturnType<typeof ready>>

/** Every route that leads to a conversation, its messages, notes or labels, or to a contact. */
const routes = app.routes.filter(({ path }) => /^\/api\/organizations\/.*\{(conversation|contact)_id\}/.test(path))

const bodied = routes.filter(({ endpoint }) => endpoint.body)

type Client = Awaited<ReturnType<typeof app.as>>
async function call(
  client: Client,
  route: Route,
  { ids, organization }: Given,
  { organization_id = organization.id, body }: { organization_id?: string | undefined; body?: unknown } = {},
) {
  const { method, endpoint } = route
  const init = endpoint.body && {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? sampleOf(endpoint.body)),
  }
  const path = fill(route, { ...ids, organization_id })
  return readAnswer(await client.send(path, { method, ...init }))
}

async function expectNothing(given: Given, client: Client, organization_id = given.organization.id) {
  const stored = async () => {
    const read = ['', '/messages', '/notes'].map((rest) => given.operator.get(given.at(given.id, rest)))
    return (await Promise.all(read)).map(({ body }) => body)
  }
  const before = await stored()
  const answers = await expectAll(routes, 404, (route) => call(client, route, given, { organization_id }))
  // Nor does anybody learn from validation that there is something.
  await expectAll(bodied, 404, (route) => call(client, route, given, { organization_id, body: [] }))
  for (const { body } of answers) expect(body.error).toMatch(/^(Conversation|Contact|Message|Teammate) not found$/)
  expect(await stored()).toEqual(before)
}

test('a person who sees the teammate reads whatever these routes lead to', async () => {
  await using given = await ready()
  expect(routes.length).toBeGreaterThan(20)
  const reading = routes.filter(({ method, path }) => method === 'GET' && !path.includes('employee_id'))
  await expectAll(reading, 200, (route) => call(given.operator, route, given))
})

test('a member sees and does nothing in conversations of teammates that no group of theirs shows', async () => {
  await using given = await ready()
  const member = await app.given.membership(given.organization, 'member')
  const client = await app.as(member)
  await expectNothing(given, client)
  expect((await client.get(`${given.base}/conversations`)).body).toMatchObject({ data: [], total: 0 })
  expect((await client.get(`${given.base}/contacts`)).body).toMatchObject({ data: [], total: 0 })
  expect(await given.counts('', client)).toEqual({ my: 0, human: 0, waiting: 0, escalated: 0, ai: 0 })
})

test('a member sees them as soon as a group shows the teammate, and no longer than that', async () => {
  await using given = await ready()
  const member = await app.given.membership(given.organization, 'member')
  const client = await app.as(member)
  const group = { name: 'Support', user_ids: [member.id], employee_ids: [given.teammate.id] }
  const { body } = await given.operator.post(`${given.base}/access-groups`, group)
  expect((await client.get(given.at(given.id))).status).toBe(200)
  expect((await client.get(`${given.base}/conversations`)).body.total).toBe(1)
  expect((await client.get(`${given.base}/contacts`)).body.total).toBe(1)
  expect(await given.counts('', client)).toMatchObject({ human: 1 })
  await given.operator.delete(`${given.base}/access-groups/${body.id}`)
  await expectNothing(given, client)
})

test('another organization’s people find nothing, under their own address and under ours', async () => {
  await using given = await ready()
  await using other = await ready()
  await expectNothing(given, other.operator, other.organization.id)
  await expectAll(routes, 404, (route) => call(other.operator, route, given))
})

test('a conversation is given only to people who see its teammate', async () => {
  await using given = await ready()
  const member = await app.given.membership(given.organization, 'member')
  const outsider = await app.given.user()
  for (const user of [member, outsider]) {
    const refused = await given.operator.post(given.at(given.id, '/assign'), { user_id: user.id })
    expect(refused).toMatchObject({ status: 400, body: { code: 'NO_ACCESS_TO_TEAMMATE' } })
  }
  const admin = await app.given.membership(given.organization, 'admin')
  const taken = await given.operator.post(given.at(given.id, '/assign'), { user_id: admin.id })
  expect(taken.body.assigned_user.id).toBe(admin.id)
})

test('those to whom a conversation can be given are those who see its teammate, and each of them takes it', async () => {
  await using given = await ready()
  const { organization, owner, teammate } = given
  const [admin, granted] = [
    await app.given.membership(organization, 'admin'),
    await app.given.membership(organization, 'member'),
  ]
  await app.given.membership(organization, 'member')
  await app.given.accessGroup(organization, { users: [granted], teammates: [teammate] })
  const { data } = (await given.operator.get(given.at(given.id, '/assignees'))).body
  const ids = data.map(({ id }: { id: string }) => id)
  const others = await app.ctx.db.select().from(memberships).where(eq(memberships.organization_id, organization.id))
  const admins = others.filter(({ role }) => role !== 'member').map(({ user_id }) => user_id)
  expect(admins).toEqual(expect.arrayContaining([owner.id, admin.id]))
  expect(ids.toSorted()).toEqual([...admins, granted.id].toSorted())
  for (const user_id of ids) {
    expect((await given.operator.post(given.at(given.id, '/assign'), { user_id })).status).toBe(200)
  }
})

test('someone’s own chats with their personal assistant are not in the inbox: not listed, counted, found, opened or pushed', async () => {
  await using given = await ready()
  const before = await given.counts()
  const own = { owned_by_user_id: given.owner.id, is_system: true, model: given.teammate.model }
  const ally = await app.given.teammate(given.organization, own)
  const { body } = await given.operator.post(`${given.base}/employees/${ally.id}/messages`, { message: 'Between us' })
  const id = body.conversation_id as string
  await app.events.next('message_done', ({ payload }) => payload.id === body.assistant_message_id)
  expect((await given.list()).data.map((row: { id: string }) => row.id)).toEqual([given.id])
  expect(await given.counts()).toEqual(before)
  expect((await given.operator.get(`${given.base}/conversations/search?q=between`)).body.data).toEqual([])
  expect((await given.operator.get(given.at(id))).status).toBe(404)
  expect(app.events.find('conversation.message_sent', ({ payload }) => payload.conversation_id === id)).toEqual([])
  const updates = app.events.find('conversation.updated', ({ payload }) => payload.id === id)
  expect(updates.filter(({ payload }) => payload.previous !== undefined)).toEqual([])
})

test('a reply is changed by the person who wrote it, and deleted by them or an admin', async () => {
  await using given = await ready()
  const member = await app.given.membership(given.organization, 'member')
  const group = { name: 'Support', user_ids: [member.id], employee_ids: [given.teammate.id] }
  await given.operator.post(`${given.base}/access-groups`, group)
  const client = await app.as(member)
  const reply = given.at(given.id, `/messages/${given.message_id}`)
  expect((await client.patch(reply, { content: 'Changed' })).status).toBe(403)
  expect((await client.delete(reply)).status).toBe(403)
  const changed = await given.operator.patch(reply, { content: 'Changed' })
  expect(changed.body).toMatchObject({ content: 'Changed', edited_at: expect.any(String) })
  const admin = await app.as(await app.given.membership(given.organization, 'admin'))
  expect((await admin.delete(reply)).status).toBe(200)
  const { data } = (await given.operator.get(given.at(given.id, '/messages'))).body
  expect(data.map(({ id }: { id: string }) => id)).not.toContain(given.message_id)
  expect((await given.operator.patch(reply, { content: 'Again' })).status).toBe(404)
})

test('a reply that is sent again under its id is one reply, eight times at once', async () => {
  await using given = await ready()
  const body = { content: 'Once', client_message_id: '0197a2b4-0000-7000-8000-000000000001' }
  const sent = await Promise.all(
    Array.from({ length: 8 }, () => given.operator.post(given.at(given.id, '/messages'), body)),
  )
  expect(sent.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(sent.map((answer) => answer.body.id)).size).toBe(1)
  const elsewhere = await given.operator.post(given.at(await given.open(), '/messages'), body)
  expect(elsewhere).toMatchObject({ status: 409, body: { code: 'CLIENT_MESSAGE_ID_TAKEN' } })
})

test('what an operator says, changes and deletes is pushed to those who see the teammate, and to nobody else', async () => {
  await using given = await ready()
  const rooms = [`teammate:${given.teammate.id}`, `all-teammates:${given.organization.id}`]
  const { body } = await given.operator.post(given.at(given.id, '/messages'), { content: 'Hello again' })
  await given.operator.patch(given.at(given.id, `/messages/${body.id}`), { content: 'Hello' })
  await given.operator.delete(given.at(given.id, `/messages/${body.id}`))
  await given.operator.patch(`${given.base}/contacts/${given.contact_id}`, { first_name: 'Maya' })
  const ofMessage = ({ payload }: { payload: Record<string, unknown> }) => payload.id === body.id
  for (const name of ['message_sent', 'message_updated', 'message_deleted']) {
    const events = app.events.find(`conversation.${name}`, ofMessage)
    expect(
      events.map((event) => event.rooms),
      name,
    ).toEqual([rooms])
  }
  const [event] = app.events.find('contact.updated', ({ payload }) => payload.id === given.contact_id)
  expect(event).toMatchObject({ rooms, payload: { display_name: 'Maya' } })
})

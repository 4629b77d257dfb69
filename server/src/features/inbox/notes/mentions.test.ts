import { expect, test } from 'vitest'
import type { Mention } from '#contracts/notes.ts'
import type { UserRow } from '#features/users/table.ts'
import { testApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'

const app = await testApp()

/** Mia, a member, sees the teammate by a group; the owner writes. */
async function ready() {
  const given = await givenInbox(app)
  const mia = await app.given.membership(given.organization, 'member')
  const { body: group } = await given.operator.post(`${given.base}/access-groups`, {
    name: 'Support',
    user_ids: [mia.id],
    employee_ids: [given.teammate.id],
  })
  const client = await app.as(mia)
  const id = await given.open()
  const notes = given.at(id, '/notes')
  return {
    ...given,
    mia,
    client,
    id,
    notes,
    group: `${given.base}/access-groups/${group.id}`,
    mention: (...people: UserRow[]) =>
      given.operator.post(notes, { content: '@Mia please look', mentioned_user_ids: people.map((each) => each.id) }),
    mentions: async (query = '') => (await client.get(`${given.base}/mentions${query}`)).body,
  }
}

test('who is mentioned finds the note with its conversation, newest first, until they have read it', async () => {
  await using given = await ready()
  const first = (await given.mention(given.mia)).body
  expect(first.mentioned_users).toEqual([{ id: given.mia.id, name: given.mia.name, picture: null }])
  const second = (await given.mention(given.mia)).body
  const listed = await given.mentions()
  expect(listed.data.map(({ note }: Mention) => note.id)).toEqual([second.id, first.id])
  expect(listed).toMatchObject({ total: 2, meta: { unread: 2 } })
  expect(listed.data[0]).toMatchObject({
    note: { content: '@Mia please look', author: { id: given.owner.id } },
    conversation: { id: given.id, labels: [] },
    read_at: null,
  })
  expect((await given.mentions('?limit=1')).hasMore).toBe(true)

  expect((await given.client.post(`${given.base}/mentions/read`, { conversation_id: given.id })).status).toBe(200)
  const read = await given.mentions()
  expect(read.meta).toEqual({ unread: 0 })
  expect(read.data.map(({ read_at }: Mention) => typeof read_at)).toEqual(['string', 'string'])
  expect((await given.operator.get(`${given.base}/mentions`)).body).toMatchObject({ data: [], meta: { unread: 0 } })
})

test('a mention is pushed to its person alone, and only as long as they see the conversation', async () => {
  await using given = await ready()
  const { body } = await given.mention(given.mia)
  const rooms = [`viewer:${given.teammate.id}:${given.mia.id}`, `admin:${given.organization.id}:${given.mia.id}`]
  const isOfNote = ({ payload }: { payload: Record<string, unknown> }) => (payload as Mention).note.id === body.id
  expect(app.events.find('mention.created', isOfNote).map((event) => event.rooms)).toEqual([rooms])
  await given.client.post(`${given.base}/mentions/read`, { conversation_id: given.id })
  await given.client.post(`${given.base}/mentions/read`, { conversation_id: given.id })
  await given.operator.delete(`${given.notes}/${body.id}`)
  for (const name of ['mention.read', 'mention.removed']) {
    const events = app.events.find(name, ({ payload }) => payload.conversation_id === given.id)
    expect(
      events.map((event) => event.rooms),
      name,
    ).toEqual([rooms])
  }
})

test('only people who see the conversation are mentioned, and they are the ones that are offered', async () => {
  await using given = await ready()
  const member = await app.given.membership(given.organization, 'member')
  const admin = await app.given.membership(given.organization, 'admin')
  const outsider = await app.given.user()
  for (const person of [member, outsider]) {
    const refused = await given.mention(given.mia, person)
    expect(refused).toMatchObject({ status: 400, body: { code: 'MENTIONED_CANNOT_SEE' } })
  }
  expect((await given.operator.get(given.notes)).body.total).toBe(0)
  const { data } = (await given.operator.get(given.at(given.id, '/viewers'))).body
  const offered = data.map(({ id }: { id: string }) => id)
  expect(offered).toEqual(expect.arrayContaining([given.owner.id, given.mia.id, admin.id]))
  expect(offered).not.toContain(member.id)
  expect((await given.mention(given.mia, admin)).status).toBe(200)
})

test('a changed note tells who is mentioned again, and takes back from who is not any more', async () => {
  await using given = await ready()
  const admin = await app.given.membership(given.organization, 'admin')
  const { body } = await given.mention(given.mia, given.owner)
  // Nobody is notified of their own note.
  expect(body.mentioned_users.map(({ id }: UserRow) => id)).toEqual([given.mia.id])
  const path = `${given.notes}/${body.id}`
  expect((await given.operator.patch(path, { content: 'Still you' })).body.mentioned_users).toHaveLength(1)
  const changed = await given.operator.patch(path, { content: '@Admin', mentioned_user_ids: [admin.id] })
  expect(changed.body.mentioned_users.map(({ id }: UserRow) => id)).toEqual([admin.id])
  expect(await given.mentions()).toMatchObject({ data: [], meta: { unread: 0 } })
  const client = await app.as(admin)
  expect((await client.get(`${given.base}/mentions`)).body.meta).toEqual({ unread: 1 })
  await given.operator.delete(path)
  expect((await client.get(`${given.base}/mentions`)).body).toMatchObject({ data: [], meta: { unread: 0 } })
})

test('what one may not see any more mentions one no longer; a deleted note never did', async () => {
  await using given = await ready()
  const { body } = await given.mention(given.mia)
  await given.operator.delete(given.group)
  expect(await given.mentions()).toMatchObject({ data: [], total: 0, meta: { unread: 0 } })
  // Who has lost access since stays named in what was written, and does not keep it from being changed.
  const path = `${given.notes}/${body.id}`
  const again = { content: 'Changed', mentioned_user_ids: [given.mia.id] }
  expect((await given.operator.patch(path, again)).body.mentioned_users).toHaveLength(1)
})

test('eight notes at once that mention one person are eight mentions, and are read together', async () => {
  await using given = await ready()
  const written = await Promise.all(Array.from({ length: 8 }, () => given.mention(given.mia)))
  expect(written.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await given.mentions()).meta).toEqual({ unread: 8 })
  const read = await Promise.all(
    Array.from({ length: 8 }, () => given.client.post(`${given.base}/mentions/read`, { conversation_id: given.id })),
  )
  expect(read.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await given.mentions()).meta).toEqual({ unread: 0 })
  expect(app.events.find('mention.read', ({ payload }) => payload.conversation_id === given.id)).toHaveLength(1)
})

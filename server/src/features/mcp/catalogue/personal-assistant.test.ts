import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runs } from '#features/runs/table.ts'
import type { UserRow } from '#features/users/table.ts'
import { testApp } from '#testing/app.ts'
import { hasVectors } from '#testing/storage/documents.ts'
import { givenHosted } from '#testing/tools/hosted.ts'

const app = await testApp()

async function givenAlly() {
  const people = await app.given.organization()
  const base = `/api/organizations/${people.organization.id}`
  const allyOf = async (user: UserRow) => {
    const { body } = await (await app.as(user)).get(`${base}/employees/ally`)
    return { id: body.id as string, organization_id: people.organization.id }
  }
  const ally = await allyOf(people.member)
  return { ...people, base, ally, allyOf, hosted: await givenHosted(app, people.member, ally) }
}

test('only its owner makes, sees and revokes tokens for a personal assistant, whatever role others have', async () => {
  const { organization, owner, admin, hosted } = await givenAlly()
  const elsewhere = await app.given.organization()
  const missing = hosted.path.replace(/employees\/[^/]+/, 'employees/01890000-0000-7000-8000-000000000000')
  for (const user of [owner, admin, elsewhere.owner]) {
    const other = await app.as(user)
    expect(await other.get(hosted.path)).toLookLike(await other.get(missing))
    expect(await other.post(hosted.path)).toLookLike(await other.post(missing))
    const revoked = await other.delete(`${hosted.path}/${hosted.created.id}`)
    expect(revoked).toLookLike(await other.delete(`${missing}/${hosted.created.id}`))
    expect(revoked.status).toBe(404)
  }
  const theirs = await app.as(elsewhere.owner)
  const inTheirs = hosted.path.replace(organization.id, elsewhere.organization.id)
  expect((await theirs.post(inTheirs)).status).toBe(404)
  expect((await hosted.person.get(hosted.path)).body.data).toHaveLength(1)
  expect((await hosted.ask('ping')).status).toBe(200)
})

test('a personal assistant offers the whole storage without any folder, and nothing about people or other teammates', async () => {
  const { base, ally, hosted } = await givenAlly()
  const storage = [
    'storage.copy',
    'storage.delete',
    'storage.edit_file',
    'storage.get_temp_file_url',
    'storage.list',
    'storage.move',
    'storage.read_file',
    'storage.rename',
    'storage.search',
    'storage.stat_file',
    'storage.write_file',
  ]
  expect(await hosted.names()).toEqual(expect.arrayContaining(storage))
  // It would fail with each call where the database has no vectors.
  expect((await hosted.names()).includes('storage.semantic_search')).toBe(await hasVectors(app))
  const path = `${base}/employees/${ally.id}`
  const tools = ['http_request', 'agent.call_teammate', 'conversation.request_operator']
  expect((await hosted.person.put(path, { tools })).status).toBe(200)
  const names = await hosted.names()
  expect(names.filter((name) => !name.startsWith('storage.'))).toEqual(['http_request'])
  // What it has by its kind is no matter of its list of tools, but for what asks first.
  expect(names).toEqual(expect.arrayContaining(storage))
  await hosted.person.put(path, { tools: [{ name: 'storage.delete', ask: true }] })
  expect(await hosted.names()).not.toContain('storage.delete')
})

test('its calls work in the storage of the organization and are logged for its owner alone', async () => {
  const { base, ally, member, owner, hosted } = await givenAlly()
  const written = await hosted.call('storage.write_file', { path: 'mine.md', content: 'What Ally wrote' })
  expect(written.body.result.isError).toBeUndefined()
  const read = await hosted.call('storage.read_file', { path: 'mine.md' })
  expect(read.body.result.content[0].text).toContain('What Ally wrote')
  const logged = await app.ctx.db.select().from(runs).where(eq(runs.employee_id, ally.id))
  expect(logged.map(({ user_id, channel, status }) => [user_id, channel, status])).toEqual([
    [member.id, 'mcp', 'completed'],
    [member.id, 'mcp', 'completed'],
  ])
  const logs = `${base}/workflows/runs`
  expect((await hosted.person.get(logs)).body.data).toHaveLength(2)
  const other = await app.as(owner)
  expect((await other.get(logs)).body.data).toEqual([])
  expect((await other.get(`${logs}/${logged[0]?.id}`)).status).toBe(404)
})

test('a token of a personal assistant is nobody’s while its owner is gone, and theirs again when they are back', async () => {
  const { base, member, owner, hosted } = await givenAlly()
  const boss = await app.as(owner)
  expect((await boss.delete(`${base}/users/${member.id}`)).status).toBe(200)
  expect((await hosted.ask('tools/list')).status).toBe(401)
  expect((await boss.post(`${base}/users/bulk-restore`, { ids: [member.id] })).status).toBe(200)
  expect((await hosted.ask('tools/list')).status).toBe(200)
})

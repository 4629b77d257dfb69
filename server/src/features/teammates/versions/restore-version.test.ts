import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aiModels } from '#features/catalog/table.ts'
import { entityVersions } from '#features/versions/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { listedTeammate } from '#testing/listed-teammate.ts'

const app = await testApp()

async function place() {
  const { organization, owner, member } = await app.given.organization()
  const root = `/api/organizations/${organization.id}`
  const client = await app.as(owner)
  const create = async (values: object = {}) => {
    const teammate = listedTeammate((await client.post(`${root}/employees`, { name: 'First', ...values })).body)
    return teammate
  }
  const put = (id: string, values: unknown) => client.put(`${root}/employees/${id}`, values)
  const versions = async (id: string, query = '') =>
    (await client.get(`${root}/entity-versions/ai_employee/${id}${query}`)).body
  return { organization, owner, member, root, client, create, put, versions }
}

const numbers = (page: { data: { version: number }[] }) => page.data.map(({ version }) => version)

test('creating and changing a teammate keep a version each, and changing nothing keeps none', async () => {
  const { owner, create, put, versions } = await place()
  const { id } = await create()
  const second = listedTeammate((await put(id, { name: 'Second' })).body)
  expect(await put(id, { name: 'Second' })).toMatchObject({ status: 200, body: second })
  const page = await versions(id)
  expect(page).toMatchObject({ limit: 20, hasMore: false, next: null })
  expect(numbers(page)).toEqual([2, 1])
  expect(page.data[0]).toMatchObject({
    entity_type: 'ai_employee',
    entity_id: id,
    created_by: owner.id,
    snapshot: second,
  })
  expect(page.data[1].snapshot.name).toBe('First')
})

test('versions come in pages by cursor', async () => {
  const { create, put, versions, client, root } = await place()
  const { id } = await create()
  for (const name of ['Second', 'Third', 'Fourth', 'Fifth']) await put(id, { name })
  const first = await versions(id, '?limit=2')
  expect(numbers(first)).toEqual([5, 4])
  expect(first).toMatchObject({ hasMore: true, next: 4, limit: 2 })
  const second = await versions(id, `?limit=2&before_version=${first.next}`)
  expect(numbers(second)).toEqual([3, 2])
  const last = await versions(id, `?limit=2&before_version=${second.next}`)
  expect(numbers(last)).toEqual([1])
  expect(last).toMatchObject({ hasMore: false, next: null })
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'before_version=0', 'before_version=9999999999']) {
    const { status } = await client.get(`${root}/entity-versions/ai_employee/${id}?${query}`)
    expect(status).toBe(400)
  }
})

test('changes at once each keep a version of their own', async () => {
  const { create, put, versions } = await place()
  const { id } = await create()
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => put(id, { role: `Role ${n}` })))
  for (const { status } of answers) expect(status).toBe(200)
  expect(numbers(await versions(id))).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
})

test('restoring brings back what was set, as a version of its own', async () => {
  const { create, put, versions, client, root } = await place()
  const first = await create({ instructions: 'Be kind', tools: ['storage.search'] })
  await put(first.id, { name: 'Second', instructions: '', tools: [], reasoning: 'high' })
  const { data } = await versions(first.id, '?before_version=2')
  const restored = await client.post(`${root}/entity-versions/${data[0].id}/restore`)
  expect(restored).toMatchObject({
    status: 200,
    body: { ...first, updated_at: expect.any(String) },
  })
  expect(numbers(await versions(first.id))).toEqual([3, 2, 1])
})

test('a model that has left the catalog since comes back as none, and its voice with it', async () => {
  const { create, put, versions, client, root } = await place()
  const name = `model-${newId().slice(-8)}`
  const [speaker] = await app.ctx.db
    .insert(aiModels)
    .values({ provider: 'vendor_1', model: name, name, is_tts: true, voices: ['own'] })
    .returning()
  const { id } = await create({ role: 'Speaker', tts_model: String(speaker?.id), voice: 'own' })
  await put(id, { role: 'Silent', tts_model: null, voice: null })
  await app.ctx.db.delete(aiModels).where(eq(aiModels.model, name))
  const { data } = await versions(id, '?before_version=2')
  expect(await client.post(`${root}/entity-versions/${data[0].id}/restore`)).toMatchObject({
    status: 200,
    body: { role: 'Speaker', tts_model: null, voice: null },
  })
})

test('a version that no longer fits a teammate is refused, not applied in part', async () => {
  const { create, versions, client, root } = await place()
  const { id } = await create()
  const { data } = await versions(id)
  await app.ctx.db
    .update(entityVersions)
    .set({ snapshot: { name: 'Old', channel: 'Carrier pigeon' } })
    .where(eq(entityVersions.id, data[0].id))
  expect((await client.post(`${root}/entity-versions/${data[0].id}/restore`)).status).toBe(409)
  expect((await client.get(`${root}/employees/${id}`)).body.name).toBe('First')
})

test('versions follow the access to their teammate', async () => {
  const { organization, member, create, versions, root } = await place()
  const teammate = await create()
  const { data } = await versions(teammate.id)
  const outsider = await app.given.organization()
  const asOutsider = await app.as(outsider.owner)
  const asMember = await app.as(member)
  const restoreIn = (organization_id: string, id: string) =>
    `/api/organizations/${organization_id}/entity-versions/${id}/restore`
  const theirs = await asOutsider.post(restoreIn(outsider.organization.id, data[0].id))
  expect(theirs.status).toBe(404)
  expect(theirs).toLookLike(await asOutsider.post(restoreIn(outsider.organization.id, newId())))
  const unseen = await asMember.post(restoreIn(organization.id, data[0].id))
  expect(unseen.status).toBe(404)
  expect(unseen).toLookLike(await asMember.post(restoreIn(organization.id, newId())))

  await app.given.accessGroup(organization, { users: [member], teammates: [teammate] })
  expect((await asMember.get(`${root}/entity-versions/ai_employee/${teammate.id}`)).status).toBe(200)
  expect((await asMember.post(restoreIn(organization.id, data[0].id))).status).toBe(403)
})

test('the owner of a personal assistant restores its versions', async () => {
  const { organization, member, root } = await place()
  const client = await app.as(member)
  const { body: ally } = await client.get(`${root}/employees/ally`)
  await client.put(`${root}/employees/${ally.id}`, { role: 'Butler' })
  const { body: page } = await client.get(
    `/api/organizations/${organization.id}/entity-versions/ai_employee/${ally.id}`,
  )
  expect(numbers(page)).toEqual([2, 1])
  const restored = await client.post(`${root}/entity-versions/${page.data[1].id}/restore`)
  expect(restored).toMatchObject({ status: 200, body: { name: 'Ally', role: ally.role } })
})

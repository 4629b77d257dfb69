import { expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'

const app = await testApp()

async function place() {
  const given = await app.given.organization()
  const employees = `/api/organizations/${given.organization.id}/employees`
  const client = await app.as(given.owner)
  const status = async (id: string) => (await client.get(`${employees}/${id}`)).status
  return { ...given, employees, client, status }
}

test('a deleted teammate is gone until it is restored, and keeps its access groups', async () => {
  const { organization, member, employees, client, status } = await place()
  const teammate = await app.given.teammate(organization)
  await app.given.accessGroup(organization, { users: [member], teammates: [teammate] })
  expect(await client.delete(`${employees}/${teammate.id}`)).toMatchObject({ status: 200, body: { success: true } })
  expect(await status(teammate.id)).toBe(404)
  expect((await client.delete(`${employees}/${teammate.id}`)).status).toBe(404)
  const restored = await client.post(`${employees}/bulk-restore`, { ids: [teammate.id] })
  expect(restored).toMatchObject({ status: 200, body: { success: true, ids: [teammate.id] } })
  expect(await status(teammate.id)).toBe(200)
  expect((await (await app.as(member)).get(`${employees}/${teammate.id}`)).status).toBe(200)
})

test('many are deleted and restored together, or none of them', async () => {
  const { organization, employees, client, status } = await place()
  const first = await app.given.teammate(organization)
  const second = await app.given.teammate(organization)
  const both = [first.id, second.id]
  expect((await client.post(`${employees}/bulk-delete`, { ids: [...both, newId()] })).status).toBe(404)
  expect(await status(first.id)).toBe(200)
  const deleted = await client.post(`${employees}/bulk-delete`, { ids: [...both, first.id.toUpperCase()] })
  expect(deleted).toMatchObject({ status: 200, body: { success: true, ids: both } })
  expect(await status(first.id)).toBe(404)
  expect(await status(second.id)).toBe(404)
  expect((await client.post(`${employees}/bulk-restore`, { ids: [...both, newId()] })).status).toBe(404)
  expect(await status(first.id)).toBe(404)
  expect((await client.post(`${employees}/bulk-restore`, { ids: both })).status).toBe(200)
  expect(await status(second.id)).toBe(200)
})

test('a system teammate and a personal assistant cannot be deleted, alone or among others', async () => {
  const { organization, employees, client, status } = await place()
  const regular = await app.given.teammate(organization)
  const system = await app.given.teammate(organization, { is_system: true })
  const { body: ally } = await client.get(`${employees}/ally`)
  for (const id of [system.id, ally.id]) {
    const alone = await client.delete(`${employees}/${id}`)
    expect(alone).toMatchObject({
      status: 409,
      body: { success: false, error: expect.stringContaining('cannot be deleted') },
    })
    const among = await client.post(`${employees}/bulk-delete`, { ids: [regular.id, id] })
    expect(among.status).toBe(409)
    expect(await status(id)).toBe(200)
  }
  expect(await status(regular.id)).toBe(200)
})

test('two deletions of the same teammates at once end as one', async () => {
  const { organization, employees, client } = await place()
  const ids = [(await app.given.teammate(organization)).id, (await app.given.teammate(organization)).id]
  const answers = await Promise.all([
    client.post(`${employees}/bulk-delete`, { ids }),
    client.post(`${employees}/bulk-delete`, { ids: ids.toReversed() }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
})

test('a list of ids that is none is refused', async () => {
  const { employees, client } = await place()
  const junk = [
    {},
    { ids: [] },
    { ids: 'all' },
    { ids: ['1'] },
    { ids: [null] },
    { ids: Array.from({ length: 501 }, newId) },
  ]
  for (const body of junk) {
    for (const route of ['bulk-delete', 'bulk-restore']) {
      const answer = await client.post(`${employees}/${route}`, body)
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
    }
  }
})

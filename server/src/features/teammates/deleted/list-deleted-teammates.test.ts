import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'

const app = await testApp()

async function place() {
  const given = await app.given.organization()
  const employees = `/api/organizations/${given.organization.id}/employees`
  const client = await app.as(given.admin)
  const deleted = async (query = '') => (await client.get(`${employees}/deleted${query}`)).body
  return { ...given, employees, client, deleted }
}
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

test('the trash has the deleted teammates of the organization, the latest first, and none that is back', async () => {
  const { organization, employees, client, deleted } = await place()
  const [kept, first, second] = [
    await app.given.teammate(organization),
    await app.given.teammate(organization),
    await app.given.teammate(organization),
  ]
  expect(await deleted()).toMatchObject({ data: [], total: 0, hasMore: false })
  for (const { id } of [first, second]) await client.delete(`${employees}/${id}`)
  expect(idsOf(await deleted())).toEqual([second.id, first.id])
  expect((await deleted()).data[0]).toMatchObject({ name: second.name, deleted_at: expect.any(String) })
  expect(await deleted('?limit=1')).toMatchObject({ total: 2, hasMore: true, data: [{ id: second.id }] })
  expect(idsOf(await deleted('?limit=1&page=2'))).toEqual([first.id])

  await client.post(`${employees}/bulk-restore`, { ids: [second.id] })
  expect(idsOf(await deleted())).toEqual([first.id])
  expect((await client.get(`${employees}/${kept.id}`)).status).toBe(200)
})

test('only administrators look into the trash, and only into that of their organization', async () => {
  const { member, organization, employees, client } = await place()
  const teammate = await app.given.teammate(organization)
  await client.delete(`${employees}/${teammate.id}`)
  expect((await (await app.as(member)).get(`${employees}/deleted`)).status).toBe(403)
  const outsider = await place()
  expect((await outsider.client.get(`${employees}/deleted`)).status).toBe(404)
  expect((await outsider.deleted()).data).toEqual([])
})

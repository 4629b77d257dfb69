import { expect, test } from 'vitest'
import { memberships } from '#features/organizations/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'

const app = await testApp()

test('a person of several organizations lists them and switches between them', async () => {
  const first = await app.given.organization({ name: 'Bakery' })
  const second = await app.given.organization({ name: 'Atelier' })
  const { id: organization_id } = second.organization
  await app.ctx.db.insert(memberships).values({ organization_id, user_id: first.member.id, role: 'admin' })
  const client = await app.as(first.member)
  const listed = await client.get('/api/auth/organizations')
  expect(listed.body).toEqual([
    { id: organization_id, name: 'Atelier', status: 'active', role: 'admin' },
    { id: first.organization.id, name: 'Bakery', status: 'active', role: 'member' },
  ])
  const current = async () => (await client.get('/api/init/whoami')).body.currentOrganization
  expect(await current()).toMatchObject({ name: 'Bakery', role: 'member' })
  expect((await client.put('/api/auth/current-organization', { organization_id })).status).toBe(200)
  expect(await current()).toMatchObject({ name: 'Atelier', role: 'admin' })

  const owner = await app.as(second.owner)
  await owner.delete(`/api/organizations/${organization_id}/users/${first.member.id}`)
  expect(await current()).toMatchObject({ name: 'Bakery' })
  const left = await client.put('/api/auth/current-organization', { organization_id })
  expect(left).toLookLike(await client.put('/api/auth/current-organization', { organization_id: newId() }))
  expect(left.status).toBe(404)
})

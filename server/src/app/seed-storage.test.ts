import { afterAll, expect, test } from 'vitest'
import { aiEmployees } from '#features/teammates/table.ts'
import { users } from '#features/users/table.ts'
import { startTestApp } from '#testing/app.ts'
import { storageClient } from '#testing/storage.ts'
import { seedDevelopment } from './seed.ts'

const app = await startTestApp()
afterAll(() => app.close())

test('a fresh development database has files that its teammate may read, and one that it may not', async () => {
  await seedDevelopment(app.ctx)
  await seedDevelopment(app.ctx)
  const [robin] = await app.ctx.db.select().from(aiEmployees)
  const people = await app.ctx.db.select().from(users)
  const admin = people.find(({ email }) => email === 'admin@alongside.test')
  if (!admin || !robin) throw new Error('Nobody was seeded')
  const base = `/api/organizations/${robin.organization_id}/storage`
  const client = storageClient(await app.as(admin), base)
  const kept = ['Delivery times.md', 'Price list.csv', 'Returns policy.md'].map((name) => `Customer service/${name}`)
  expect(await client.tree()).toEqual(['Customer service/', ...kept, 'Team notes.md'])
  const { body } = await client.client.get(`${base}/employees/${robin.id}/entries/search`)
  const found = body.entries.map(({ path }: { path: string }) => path).sort()
  expect(found).toEqual(['/Customer service', ...kept.map((path) => `/${path}`)])
})

import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { aiEmployees } from './table.ts'

const app = await testApp()

const alliesOf = (organization: { id: string }, user: { id: string }) =>
  app.ctx.db
    .select()
    .from(aiEmployees)
    .where(and(eq(aiEmployees.organization_id, organization.id), eq(aiEmployees.owned_by_user_id, user.id)))

test('the first lists of a user make one personal assistant, however many come at once', async () => {
  const { organization, member } = await app.given.organization()
  const client = await app.as(member)
  const path = `/api/organizations/${organization.id}/employees`
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.get(path)))
  const allies = await alliesOf(organization, member)
  expect(allies).toHaveLength(1)
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 1, page: 1, limit: 50, hasMore: false })
    expect(body.data[0]).toMatchObject({ id: allies[0]?.id, name: 'Ally' })
  }
  const created = app.events.find('ai_employee.created', ({ payload }) => payload.owned_by_user_id === member.id)
  expect(created).toHaveLength(1)
})

test('every user has a personal assistant of their own in each organization', async () => {
  const { organization, owner, admin } = await app.given.organization()
  const [first, second] = await Promise.all(
    [owner, admin].map(async (user) =>
      (await app.as(user)).get(`/api/organizations/${organization.id}/employees/ally`),
    ),
  )
  expect(first?.body.owned_by_user_id).toBe(owner.id)
  expect(second?.body.owned_by_user_id).toBe(admin.id)
  expect(first?.body.id).not.toBe(second?.body.id)
})

test('the list has the personal assistant first, then the newest, in pages', async () => {
  const { organization, owner } = await app.given.organization()
  const older = await app.given.teammate(organization)
  const newer = await app.given.teammate(organization)
  await app.given.teammate(organization, { deleted_at: new Date() })
  const client = await app.as(owner)
  const path = `/api/organizations/${organization.id}/employees`

  const second = await client.get(`${path}?page=2&limit=2`)
  expect(second.body).toMatchObject({ total: 3, page: 2, limit: 2, hasMore: false })
  expect(second.body.data.map(({ id }: { id: string }) => id)).toEqual([older.id])
  const first = await client.get(`${path}/?limit=2`)
  expect(first.body).toMatchObject({ total: 3, hasMore: true })
  expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual([expect.any(String), newer.id])
  expect(first.body.data[0].is_personal_assistant).toBe(true)
})

test('a page that cannot be is refused', async () => {
  const { organization, owner } = await app.given.organization()
  const client = await app.as(owner)
  for (const query of ['page=0', 'page=x', 'limit=0', 'limit=101', 'page=1e99']) {
    const { status, body } = await client.get(`/api/organizations/${organization.id}/employees?${query}`)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' })
  }
})

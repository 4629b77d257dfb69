import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { teammateSpend } from '../table.ts'

/** Its clock is moved: first to noon, so that no test meets midnight but the one that is about it. */
const app = await ownTestApp()
const DAY = 86_400_000
app.clock.advance(1.5 * DAY - (app.clock.now().getTime() % DAY))
const today = () => app.ctx.now().toISOString().slice(0, 10)

test('admins see what each teammate spent today, the largest first, with those that spent nothing', async () => {
  await using given = await givenInternalChat(app, {
    organization: { ai_employee_daily_cost_limit_usd: 5 },
    values: { model_values: { input_cost: 100, output_cost: 1000 } },
  })
  const { id: organization_id } = given.organization
  const bob = await app.given.teammate(given.organization, { name: 'Bob' })
  const gone = await app.given.teammate(given.organization, { name: 'Gone', deleted_at: new Date() })
  const ally = (await given.client.get(`${given.base}/employees/ally`)).body
  const spend = (employee_id: string, day: string, spent_usd: number, reserved_usd = 0) =>
    app.ctx.db.insert(teammateSpend).values({ organization_id, employee_id, day, spent_usd, reserved_usd })
  await spend(bob.id, today(), 0.5, 1)
  await spend(bob.id, '2020-01-01', 99)
  await spend(gone.id, today(), 3)
  await given.sendAndWait('Hello')

  const { status, body } = await given.client.get(`${given.base}/ai-employee-spending`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ day: today(), limit_usd: 5 })
  expect(Date.parse(body.resets_at)).toBe(Date.parse(today()) + DAY)
  expect(body.data).toEqual([
    { employee_id: bob.id, name: 'Bob', spent_usd: 0.5, reserved_usd: 1 },
    { employee_id: given.teammate.id, name: 'Ada', spent_usd: 0.006, reserved_usd: 0 },
    { employee_id: ally.id, name: 'Ally', spent_usd: 0, reserved_usd: 0 },
  ])
  expect((await (await app.as(given.member)).get(`${given.base}/ai-employee-spending`)).status).toBe(403)
})

test('at midnight UTC everyone begins again', async () => {
  const { organization, admin } = await app.given.organization()
  const teammate = await app.given.teammate(organization)
  const values = { organization_id: organization.id, employee_id: teammate.id, day: today(), spent_usd: 2 }
  await app.ctx.db.insert(teammateSpend).values(values)
  const client = await app.as(admin)
  const read = async () => (await client.get(`/api/organizations/${organization.id}/ai-employee-spending`)).body
  const before = await read()
  expect(before.data).toMatchObject([{ spent_usd: 2 }])
  app.clock.advance(Date.parse(before.resets_at) - app.ctx.now().getTime())
  expect(await read()).toMatchObject({
    day: before.resets_at.slice(0, 10),
    limit_usd: null,
    data: [{ spent_usd: 0 }],
  })
})

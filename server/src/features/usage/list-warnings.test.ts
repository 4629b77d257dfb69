import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { teammateSpend } from '#features/runs/table.ts'
import { testApp } from '#testing/app.ts'
import { cost, givenUsage } from '#testing/usage.ts'
import { aggregateUsage } from './aggregate-usage.ts'
import { usageCounters } from './table.ts'

const app = await testApp()

test('from 80 % of a limit on a warning is listed, of a day and of credits', async () => {
  const { organization, organization_id, at, client, member, add } = await givenUsage(app)
  const teammate = await app.given.teammate(organization, { name: 'Ada' })
  const warnings = async (user = client) => (await user.get(at)).body.warnings
  await client.put(`/api/organizations/${organization_id}/ai-employee-daily-cost-limit`, {
    ai_employee_daily_cost_limit_usd: 10,
  })
  const spend = (spent_usd: number) =>
    app.ctx.db
      .insert(teammateSpend)
      .values({ organization_id, employee_id: teammate.id, day: app.ctx.now().toISOString().slice(0, 10), spent_usd })
      .onConflictDoUpdate({
        target: [teammateSpend.organization_id, teammateSpend.employee_id, teammateSpend.day],
        set: { spent_usd },
      })
  await spend(7.99)
  expect(await warnings()).toEqual([])
  await spend(8)
  expect(await warnings()).toEqual([
    { kind: 'daily_limit', employee_id: teammate.id, name: 'Ada', spent_usd: 8, limit_usd: 10 },
  ])
  expect(await warnings(await app.as(member))).toEqual([])
  await app.ctx.db.update(organizations).set({ available_tokens: 100 }).where(eq(organizations.id, organization_id))
  // A fraction that binary numbers do not have.
  await add(10, 'completed', [cost('m', 4.35, 'platform')], { created_at: app.ctx.now() })
  await aggregateUsage(app.ctx)
  expect(await warnings()).toMatchObject([
    { kind: 'credits', spent_credits: 435, left_credits: 100 },
    { kind: 'daily_limit' },
  ])
  const rows = () => app.ctx.db.select().from(usageCounters).where(eq(usageCounters.organization_id, organization_id))
  // The timetable may have been at it, and has not committed yet.
  await expect.poll(rows).toMatchObject([{ usd_cost: 4.35, platform_usd_cost: 4.35 }])
})

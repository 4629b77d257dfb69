import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { RunCost } from '#contracts/runs.ts'
import type { Usage } from '#contracts/usage.ts'
import { USAGE_GROUPS } from '#contracts/usage-names.ts'
import { runs } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { aggregateUsage } from './aggregate-usage.ts'

const app = await testApp()
const tokens = { input_tokens: 100, output_tokens: 10, cached_input_tokens: 5 }
const written: RunCost = { key_type: 'organization', model: 'writer', ...tokens, usd_cost: 1 }
const speech: RunCost[] = [
  { key_type: 'organization', model: 'listener', ...tokens, usd_cost: 0.25, listened_ms: 3000 },
  { key_type: 'platform', model: 'speaker', ...tokens, usd_cost: 0.5, spoken_ms: 4500 },
]

test('what a call adds to a run that has ended is counted too, with how much was listened and spoken', async () => {
  const { organization, admin } = await app.given.organization()
  const client = await app.as(admin)
  const show = async (group: string): Promise<Usage> =>
    (await client.get(`/api/organizations/${organization.id}/usage?group_by=${group}`)).body
  const row = { id: newId(), organization_id: organization.id, created_at: new Date(Date.now() - 2000) }
  await app.ctx.db.insert(runs).values({ ...row, status: 'running' })
  const change = (values: Partial<typeof runs.$inferInsert>) =>
    app.ctx.db.update(runs).set(values).where(eq(runs.id, row.id))
  await change({ status: 'completed', completed_at: new Date(), model: 'writer', costs: [written], usd_cost: 1 })
  const before = (await show('model')).totals
  await aggregateUsage(app.ctx)
  await change({ costs: [written, ...speech], usd_cost: 1.75 })

  const check = async (): Promise<void> => {
    for (const group of USAGE_GROUPS) {
      expect((await show(group)).totals).toEqual({
        ...before,
        input_tokens: 300,
        output_tokens: 30,
        cached_input_tokens: 15,
        usd_cost: 1.75,
        listened_ms: 3000,
        spoken_ms: 4500,
        speech_usd_cost: 0.75,
      })
    }
    const { groups } = await show('model')
    expect(groups.map(({ key, usd_cost, listened_ms, spoken_ms }) => [key, usd_cost, listened_ms, spoken_ms])).toEqual([
      ['writer', 1, 0, 0],
      ['speaker', 0.5, 0, 4500],
      ['listener', 0.25, 3000, 0],
    ])
  }
  await check()
  await aggregateUsage(app.ctx)
  await check()
})

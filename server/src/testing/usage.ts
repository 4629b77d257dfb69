import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Usage } from '#contracts/usage.ts'
import { runs } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import type { TestApp } from './app.ts'

export const GROUPS = ['teammate', 'model', 'channel', 'workflow', 'day'] as const
export const NOON = Date.parse('2026-03-01T12:00:00Z')
export const MARCH = 'from=2026-03-01&to=2026-03-31'

export type NewRun = Partial<typeof runs.$inferInsert>
export type End = 'completed' | 'failed' | 'cancelled'
export const cost = (model: string, usd_cost: number, key_type: 'organization' | 'platform' = 'organization') => ({
  key_type,
  model,
  input_tokens: 100,
  output_tokens: 10,
  cached_input_tokens: 5,
  usd_cost,
})
/** What the engine writes of a run that ended. */
export const endOf = (status: End, ended: Date, costs: ReturnType<typeof cost>[] = []): NewRun => ({
  status,
  [`${status}_at`]: ended,
  costs,
  model: costs[0]?.model ?? null,
  input_tokens: costs.length * 100,
  output_tokens: costs.length * 10,
  cached_input_tokens: costs.length * 5,
  usd_cost: costs.reduce((sum, { usd_cost }) => sum + usd_cost, 0),
})

/** An organization whose runs begin and end as the engine writes them. */
export async function givenUsage(app: TestApp) {
  const people = await app.given.organization()
  const organization_id = people.organization.id
  const at = `/api/organizations/${organization_id}/usage`
  const admin = await app.as(people.admin)
  const begin = async (values: NewRun = {}) => {
    const row = { id: newId(), organization_id, created_at: new Date(NOON), status: 'running' as const, ...values }
    await app.ctx.db.insert(runs).values(row)
    return row
  }
  const end = (id: string, values: NewRun) => app.ctx.db.update(runs).set(values).where(eq(runs.id, id))
  const add = async (ms: number, status: End, costs: ReturnType<typeof cost>[] = [], values: NewRun = {}) => {
    const { id, created_at } = await begin(values)
    await end(id, endOf(status, new Date(created_at.getTime() + ms), costs))
  }
  const show = async (query = `${MARCH}&group_by=teammate`, client = admin): Promise<Usage> => {
    const { status, body } = await client.get(`${at}?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const all = () => Promise.all(GROUPS.map((group) => show(`${MARCH}&group_by=${group}`)))
  return { ...people, organization_id, at, client: admin, begin, end, add, show, all }
}

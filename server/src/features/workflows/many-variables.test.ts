import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { variables } from '#features/variables/table.ts'
import { testApp } from '#testing/app.ts'

const app = await testApp()
const VARIABLES = 3000

/** How many statements the server has asked since, in transactions too. */
function countStatements(): () => number {
  const pool = app.ctx.db.$client as pg.Pool
  const spies = new Map<pg.PoolClient, { mock: { calls: unknown[] } }>()
  const watch = (client: pg.PoolClient) => {
    if (!spies.has(client)) spies.set(client, vi.spyOn(client, 'query'))
  }
  pool.on('acquire', watch)
  onTestFinished(() => {
    pool.off('acquire', watch)
    vi.restoreAllMocks()
  })
  return () => [...spies.values()].reduce((sum, { mock }) => sum + mock.calls.length, 0)
}

test('a workflow that names thousands of variables is exported, and imported elsewhere with all of them in a few statements', async () => {
  const [here, there] = [await app.given.organization(), await app.given.organization()]
  const names = Array.from({ length: VARIABLES }, (_, n) => `NAME_${n}`).sort()
  await app.ctx.db.insert(variables).values(
    names.map((placeholder) => ({
      organization_id: here.organization.id,
      placeholder,
      is_secret: false,
      value: 'v',
    })),
  )
  const clientHere = await app.as(here.admin)
  const clientThere = await app.as(there.admin)
  const at = ({ id }: { id: string }) => `/api/organizations/${id}/workflows`
  const text = names.map((name) => `{{${name}}}`).join(' ')
  const flow = { steps: { a: { type: 'message', name: 'a', text } } }
  const created = await clientHere.post(at(here.organization), { name: 'W', flow, starting_step_id: 'a' })
  const file = await clientHere.get(`${at(here.organization)}/${created.body.id}/export`)
  expect([file.status, file.body.variables?.length]).toEqual([200, VARIABLES])
  const statements = countStatements()
  const imported = await clientThere.post(`${at(there.organization)}/import`, file.body)
  expect([imported.status, imported.body.problems]).toEqual([created.status, []])
  const asked = statements()
  expect(asked).toBeGreaterThan(5)
  // The rest of the server asks now and then too.
  expect(asked).toBeLessThan(VARIABLES / 10)
  const list = await clientThere.get(`/api/organizations/${there.organization.id}/variables?limit=1`)
  expect(list.body.total).toBe(VARIABLES)
})

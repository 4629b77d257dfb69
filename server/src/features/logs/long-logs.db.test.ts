import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'
import { measureDatabaseWork } from '#testing/database/database-work.ts'

const app = await testApp()
const COUNT = 4_000

test('a page of long logs reads and sorts the runs that it shows, however far it is', async () => {
  await using given = await givenInbox(app)
  await given.open()
  await app.ctx.db.execute(sql`
    insert into runs (id, organization_id, employee_id, status, error, created_at, failed_at)
    select gen_random_uuid(), organization_id, employee_id, 'failed', repeat('A long error. ', 80),
      created_at - n * interval '1 minute', created_at
    from runs, generate_series(1, ${COUNT}::int) as n where organization_id = ${given.organization.id}`)
  await app.ctx.db.execute(sql`vacuum analyze runs`)
  const measure = (page: number) =>
    measureDatabaseWork(app, 'runs', async () => {
      const { status, body } = await given.operator.get(`${given.base}/workflows/runs?limit=25&page=${page}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ total: COUNT + 1, data: { length: 25 } })
    })
  for (const page of [1, COUNT / 25]) {
    const { read, sorted } = await measure(page)
    expect(read).toBeLessThan(100)
    expect(sorted).toBeLessThan(100)
  }
})

test('a page of logs does not read the steps of a run that has many', async () => {
  await using given = await givenInbox(app)
  await given.open()
  await app.ctx.db.execute(sql`
    insert into run_steps (run_id, organization_id, seq, cursor, step_id, type, name, status, started_at, finished_at)
    select id, organization_id, 1000 + n, '', 'again', 'set_state', 'Again', 'completed', created_at, created_at
    from runs, generate_series(1, ${COUNT}::int) as n where organization_id = ${given.organization.id}`)
  await app.ctx.db.execute(sql`vacuum analyze run_steps`)
  const { read } = await measureDatabaseWork(app, 'run_steps', async () => {
    const { body } = await given.operator.get(`${given.base}/workflows/runs?limit=25`)
    expect(body.data).toMatchObject([{ fallback_used: false }])
  })
  expect(read).toBeLessThan(100)
})

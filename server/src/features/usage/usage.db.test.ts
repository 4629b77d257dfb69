import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Usage, UsedByGroup } from '#contracts/usage.ts'
import { runs } from '#features/runs/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { workflows } from '#features/workflows/table.ts'
import { testApp } from '#testing/app.ts'
import { givenWorkflows } from '#testing/runs/workflows.ts'
import { cost, type End, endOf, givenUsage, MARCH, type NewRun, NOON } from '#testing/usage.ts'
import { aggregateUsage } from './aggregate-usage.ts'
import { usageCounters } from './table.ts'

const app = await testApp()
const amountsOf = ({
  runs,
  failed,
  cancelled,
  input_tokens,
  output_tokens,
  usd_cost,
}: UsedByGroup | Usage['totals']) => ({
  runs,
  failed,
  cancelled,
  input_tokens,
  output_tokens,
  usd_cost,
})

test('eight that end runs at once, and however many fold at once, usage is exactly what the log has', async () => {
  const { organization, organization_id, begin, end, all } = await givenUsage(app)
  const teammates = await Promise.all([1, 2].map(() => app.given.teammate(organization)))
  const ends: End[] = ['completed', 'failed', 'cancelled']
  const begun = await Promise.all(
    Array.from({ length: 96 }, (_, nth) =>
      begin({ employee_id: teammates[nth % 3]?.id ?? null, channel: ['api', 'web_chat', null][nth % 3] ?? null }),
    ),
  )
  // Runs end while eight fold and others read.
  const folding = Array.from({ length: 8 }, () => aggregateUsage(app.ctx))
  await Promise.all([
    ...begun.map(({ id }, nth) => {
      const costs = [cost('m-1', 0.1), cost('m-2', 0.01, 'platform')].slice(0, nth % 3)
      return end(id, endOf(ends[nth % 3] ?? 'completed', new Date(NOON + 1000 + nth * 500), costs))
    }),
    ...folding,
    ...Array.from({ length: 8 }, () => aggregateUsage(app.ctx)),
    all(),
  ])
  const [log] = await app.ctx.db
    .select({
      runs: sql`count(*)`.mapWith(Number),
      failed: sql`count(*) filter (where status = 'failed')`.mapWith(Number),
      cancelled: sql`count(*) filter (where status = 'cancelled')`.mapWith(Number),
      input_tokens: sql`sum(input_tokens)`.mapWith(Number),
      output_tokens: sql`sum(output_tokens)`.mapWith(Number),
      usd_cost: sql`sum(usd_cost)`.mapWith(Number),
    })
    .from(runs)
    .where(eq(runs.organization_id, organization_id))
  const before = await all()
  await Promise.all(Array.from({ length: 8 }, () => aggregateUsage(app.ctx)))
  const after = await all()
  for (const usage of [...before, ...after]) {
    expect(amountsOf(usage.totals), usage.group_by).toEqual(log)
    const sum = (pick: (group: UsedByGroup) => number) => usage.groups.reduce((total, group) => total + pick(group), 0)
    expect([sum(({ runs }) => runs), sum(({ input_tokens }) => input_tokens)]).toEqual([log?.runs, log?.input_tokens])
  }
  expect(after).toEqual(before)
  const byModel = after[1]?.groups.map(({ key, runs, usd_cost }) => [key, runs, usd_cost])
  expect(byModel).toEqual([
    ['m-1', 64, 6.4],
    ['m-2', 0, 0.32],
    [null, 32, 0],
  ])
  // A row that is touched later, as when its payloads go, counts no second time.
  await app.ctx.db.update(runs).set({ state: null }).where(eq(runs.organization_id, organization_id))
  expect((await all())[0]).toEqual(after[0])
})

test('what ends later is added to what was counted before', async () => {
  const { add, show } = await givenUsage(app)
  for (let round = 0; round < 2; round++) {
    await add(1000, 'completed', [cost('m', 0.5)])
    await aggregateUsage(app.ctx)
  }
  expect((await show()).totals).toMatchObject({ runs: 2, input_tokens: 200, output_tokens: 20, usd_cost: 1 })
})

test('runs of workflows are counted however they end: at once, failing, stopped while they wait', async () => {
  const { client, base, path, create } = await givenWorkflows(app)
  const run = async (id: string) => (await client.post(`${path}/${id}/run`, {})).body.run_id
  const greet = await create()
  const fails = await create({ code: { type: 'run_code', code: 'throw new Error("no")' } })
  const asks = await create({ ask: { type: 'user_input', question: 'Well?' } })
  await run(greet.id)
  await run(fails.id)
  const waits = await run(asks.id)
  const status = async () => (await client.get(`${path}/runs/${waits}`)).body.status
  await expect.poll(status).toBe('suspended')
  await client.post(`${path}/runs/${waits}/cancel`)
  const counted = async () => {
    const usage: Usage = (await client.get(`${base}/usage?group_by=workflow`)).body
    return Object.fromEntries(usage.groups.map(({ key, runs, failed, cancelled }) => [key, [runs, failed, cancelled]]))
  }
  await expect.poll(counted).toEqual({ [greet.id]: [1, 0, 0], [fails.id]: [1, 1, 0], [asks.id]: [1, 0, 1] })
})

test('a run counts on the day (UTC) of its end, and times are from its creation', async () => {
  const { add, show } = await givenUsage(app)
  const created_at = new Date('2026-03-31T23:59:59.500Z')
  await add(499, 'completed', [], { created_at })
  await add(500, 'completed', [], { created_at })
  for (const ms of [1000, 2000, 3000, 4000, 90_000]) await add(ms, 'completed')
  const usage = await show('from=2026-03-01&to=2026-04-01&group_by=day')
  expect(usage.groups.map(({ key, runs }) => [key, runs])).toEqual([
    ['2026-03-01', 5],
    ['2026-03-31', 1],
    ['2026-04-01', 1],
  ])
  // Within the time that is named, so many runs have ended, also where the next one took much longer.
  expect(usage.groups[0]).toMatchObject({ mean_ms: 20_000, p50_ms: 3000, p95_ms: 90_000 })
  expect(usage.groups[1]).toMatchObject({ mean_ms: 499, p50_ms: 499, p95_ms: 499 })
  expect((await show('from=2026-03-31&to=2026-03-31&group_by=day')).totals.runs).toBe(1)
})

test('a member sees the usage of the teammates they see, an admin of the whole bill, another organization of nothing', async () => {
  const { organization, member, admin, owner, at, add, show, client } = await givenUsage(app)
  const other = await givenUsage(app)
  const granted = await app.given.teammate(organization, { name: '=1+1' })
  const hidden = await app.given.teammate(organization, { name: 'Hidden' })
  await app.given.accessGroup(organization, { users: [member], teammates: [granted] })
  const assistant = (owned_by_user_id: string) =>
    app.given.teammate(organization, { owned_by_user_id, is_system: true, name: 'Ally' })
  const [ofMember, ofOwner, ofAdmin] = await Promise.all([member, owner, admin].map(({ id }) => assistant(id)))
  const [workflow] = await app.ctx.db
    .insert(workflows)
    .values({ organization_id: organization.id, name: 'Gone', deleted_at: app.ctx.now() })
    .returning()
  const use = (employee_id: string | null, usd: number, values: NewRun = {}) =>
    add(1000, 'completed', [cost('m', usd)], { employee_id, channel: 'employee_chat', ...values })
  await use(granted.id, 5)
  await use(hidden.id, 4)
  await use(ofMember?.id ?? null, 3)
  await use(ofOwner?.id ?? null, 2)
  await use(ofAdmin?.id ?? null, 1)
  await use(null, 0.5, { workflow_id: workflow?.id ?? null, channel: null })
  await app.ctx.db.update(aiEmployees).set({ deleted_at: app.ctx.now() }).where(eq(aiEmployees.id, hidden.id))

  const groups = async (client?: Awaited<ReturnType<typeof app.as>>) =>
    (await show(undefined, client)).groups.map(({ key, name, is_deleted, usd_cost }) => [
      key,
      name,
      is_deleted,
      usd_cost,
    ])
  expect(await groups()).toEqual([
    // Two assistants of others, as one.
    ['assistants', null, false, 5],
    [granted.id, '=1+1', false, 5],
    [hidden.id, 'Hidden', true, 4],
    [ofAdmin?.id, 'Ally', false, 1],
    [null, null, false, 0.5],
  ])
  expect(await groups(await app.as(member))).toEqual([
    [granted.id, '=1+1', false, 5],
    [ofMember?.id, 'Ally', false, 3],
  ])
  const by = async (group: string) => (await show(`${MARCH}&group_by=${group}`)).groups
  expect((await by('channel')).map(({ key, usd_cost }) => [key, usd_cost])).toEqual([
    ['employee_chat', 9],
    ['ally_chat', 6],
    ['api', 0.5],
  ])
  expect((await by('workflow')).find(({ key }) => key === workflow?.id)).toMatchObject({
    name: 'Gone',
    is_deleted: true,
  })
  expect((await other.show()).groups).toEqual([])
  expect((await other.client.get(at)).status).toBe(404)

  const csv = await client.get(`${at}.csv?${MARCH}`)
  expect(csv.body).toContain("'=1+1")
  expect(csv.body).not.toMatch(/(^|[,"\n])=/)
  expect(csv.body.trim().split('\n')).toHaveLength(7)
  expect((await (await app.as(member)).get(`${at}.csv`)).status).toBe(403)
  const entries = await client.get(`/api/organizations/${organization.id}/audit-log?action=usage.exported`)
  expect(entries.body.data).toHaveLength(1)
})

test('a range that makes no sense is refused, and a long one with many groups is summed up', async () => {
  const { at, client, organization_id, show } = await givenUsage(app)
  const wrong = [
    ['group_by=x', 'query.group_by'],
    ['from=2026-03-02&to=2026-03-01', 'query.from'],
    ['from=2024-01-01&to=2026-01-01', 'query.from'],
    ['from=2020-01-01', 'query.from'],
    ['from=9999-01-01', 'query.from'],
    ['to=31', 'query.to'],
  ]
  for (const [query, path] of wrong) {
    const issues = [{ path, message: expect.any(String) }]
    const refused = { status: 400, body: { code: 'VALIDATION_FAILED', issues } }
    expect(await client.get(`${at}?${query}`), query).toMatchObject(refused)
  }
  await app.ctx.db.execute(sql`
    insert into ${usageCounters} (organization_id, day, model, runs, usd_cost, duration_power, duration_ms, least_ms, most_ms)
    select ${organization_id}::uuid, date '2026-03-01' + nth % 31, 'model-' || nth, 1, nth, nth % 20, 5, 5, 5
    from generate_series(1, 20000) as nth`)
  const { groups, totals } = await show(`${MARCH}&group_by=model`)
  expect([groups.length, totals.runs]).toEqual([501, 20_000])
  expect(groups.find(({ key }) => key === 'others')?.runs).toBe(19_500)
})

import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { cancelRun } from '#features/runs/control/cancel-run.ts'
import { runs } from '#features/runs/table.ts'
import { deleteOldTasks } from '#features/stargate/delete-old-tasks.ts'
import { type StargateTaskRow, stargateTasks } from '#features/stargate/table.ts'
import { idsBegin, newId } from '#platform/id.ts'
import { startTestApp, testApp } from '#testing/app.ts'
import { runOf } from '#testing/chats/private-chat.ts'
import { givenGateway } from '#testing/tools/stargate.ts'

const app = await testApp()

test('a gateway that waits gets a task as soon as a flow asks, and the flow continues with its response', async () => {
  const { start, poll, answer, result, parked, organization, taskOf } = await givenGateway(app)
  const waiting = poll()
  await parked(1)
  const run = await start()
  const [task, ...more] = await waiting
  expect(more).toEqual([])
  expect(task).toMatchObject({
    organization_id: organization.id,
    system: 'crm',
    method: 'POST',
    uri: '/customers/7',
    body: { n: '7' },
    response: null,
    status: 'requested',
  })
  const id = task?.stargate_task_id ?? ''
  const sent = JSON.stringify({ ok: true, status: 200, body: { name: 'Ann' } })
  expect((await answer(id, sent, 'application/json')).status).toBe(200)
  expect(JSON.parse(await result(run))).toEqual({ ok: true, status: 200, body: { name: 'Ann' } })
  expect(await taskOf(id)).toMatchObject({ status: 'completed', response: sent })
  const again = await answer(id, 'late')
  expect([again.status, await again.json()]).toEqual([400, expect.objectContaining({ code: 'NOT_REQUESTED' })])
})

test('a response of any kind is kept as text', async () => {
  const { start, poll, answer, result } = await givenGateway(app)
  const responses: [string | Buffer | undefined, string, string][] = [
    ['plain words', 'text/plain', 'plain words'],
    ['{"broken', 'application/json', '{"broken'],
    [Buffer.from([104, 105, 0, 33]), 'application/octet-stream', 'hi!'],
    ['<a>1</a>', 'application/xml', '<a>1</a>'],
    ['of no type', '', 'of no type'],
    ['of a type that is none', 'nonsense', 'of a type that is none'],
  ]
  for (const [body, type, kept] of responses) {
    const run = await start()
    const [task] = await poll()
    expect((await answer(task?.stargate_task_id ?? '', body, type)).status).toBe(200)
    expect(await result(run)).toBe(kept)
  }
  const run = await start()
  const [task] = await poll()
  expect((await answer(task?.stargate_task_id ?? '', undefined)).status).toBe(200)
  await result(run)
})

test('a task that the gateway could not do fails its step, and one that nobody takes expires', async () => {
  const { start, poll, answer, statusOf, program } = await givenGateway(app)
  const run = await start()
  const [task] = await poll()
  const failed = JSON.stringify({ ok: false, status: 502, body: null, error: 'No route to the CRM' })
  await answer(task?.stargate_task_id ?? '', failed)
  await expect.poll(() => statusOf(run)).toBe('failed')
  expect((await program.get(`/api/private/workflow/run/${run}`)).body.data.error).toBe('No route to the CRM')

  const short = await givenGateway(app, { expires_in_seconds: 1 })
  const lost = await short.start()
  await expect.poll(() => short.statusOf(lost)).toBe('failed')
  const [expired] = await app.ctx.db.select().from(stargateTasks).where(eq(stargateTasks.run_id, lost))
  expect(expired?.status).toBe('failed')
  expect((await short.answer(expired?.id ?? '', 'late')).status).toBe(400)
})

test('a system whose name no gateway could ask for fails its step at once, and a longer name is a problem', async () => {
  const { program, workflow, problems } = await givenGateway(app, { system: '{{input.system}}' })
  const started = (system: string) => program.post(`/api/private/trigger/${workflow.id}`, { system })
  for (const system of ['', 'x'.repeat(201)]) {
    const { status, body } = await started(system)
    expect([status, body.error]).toEqual([422, expect.stringContaining('1 to 200 characters')])
  }
  expect((await started('x'.repeat(200))).status).toBe(202)
  const ask = { type: 'stargate', uri: '/x' }
  expect(await problems({ ask: { ...ask, system: 'x'.repeat(200) } })).toEqual([])
  expect(await problems({ ask: { ...ask, system: 'x'.repeat(201) } })).toMatchObject([{ step: 'ask', field: 'system' }])
})

test('of many gateways each gets tasks of its own, and every task goes to one', async () => {
  const { start, poll, parked } = await givenGateway(app)
  const polls = Array.from({ length: 8 }, (_, n) => poll(`system=crm&gateway=g${n}`))
  await parked(8)
  await Promise.all(Array.from({ length: 8 }, (_, n) => start(String(n))))
  const handed = await Promise.all(polls)
  expect(handed.map((tasks) => tasks.length)).toEqual(Array(8).fill(1))
  expect(new Set(handed.flat().map(({ stargate_task_id }) => stargate_task_id)).size).toBe(8)
})

test('systems and organizations have nothing of each other', async () => {
  const mine = await givenGateway(app)
  const other = await givenGateway(app)
  const run = await mine.start()
  const [task] = await mine.poll()
  const id = task?.stargate_task_id ?? ''
  const foreign = await other.answer(id, 'mine')
  expect([foreign.status, await foreign.json()]).toEqual([404, expect.objectContaining({ error: 'Task not found' })])
  expect((await other.answer(newId(), 'x')).status).toBe(404)
  expect((await other.answer('junk', 'x')).status).toBe(404)
  const waiting = other.poll()
  await other.parked(1)
  await mine.start()
  await other.start('theirs')
  expect((await waiting).map(({ uri }) => uri)).toEqual(['/customers/theirs'])
  expect(await mine.statusOf(run)).toBe('suspended')
})

test('a gateway that hangs up leaves the line, and its task goes to the next', async () => {
  const { start, poll, parked, private_key } = await givenGateway(app)
  const leaving = new AbortController()
  const gone = app
    .withKey(private_key)
    .send('/api/private/stargate?system=crm', { signal: leaving.signal })
    .catch(() => null)
  await parked(1)
  leaving.abort()
  await gone
  await parked(0)
  await start()
  expect(await poll()).toHaveLength(1)
})

test('a step that is tried again reads the response to its own task', async () => {
  const { start, poll, answer, result } = await givenGateway(app, { retry: { times: 2, delay_seconds: 0 } })
  const run = await start()
  const failed = JSON.stringify({ ok: false, status: 502, body: null, error: 'Busy' })
  for (const response of [failed, failed, 'well']) {
    const [task] = await poll()
    expect((await answer(task?.stargate_task_id ?? '', response)).status).toBe(200)
  }
  expect(await result(run)).toBe('well')
})

test('a run that is stopped takes its task back', async () => {
  const { start, poll, parked, organization } = await givenGateway(app)
  const run = await start()
  const [row] = await app.ctx.db.select().from(runs).where(eq(runs.id, run))
  if (!row) throw new Error('The run was not written')
  await cancelRun(app.ctx, row)
  await expect
    .poll(async () => (await app.ctx.db.select().from(runs).where(eq(runs.id, run)))[0]?.status)
    .toBe('cancelled')
  const waiting = poll()
  await parked(1)
  await start('next')
  expect((await waiting).map(({ uri }) => uri)).toEqual(['/customers/next'])
  await deleteOldTasks(app.ctx)
  const tasks = await app.ctx.db.select().from(stargateTasks).where(eq(stargateTasks.organization_id, organization.id))
  expect(tasks.map(({ status }) => status).sort()).toEqual(['failed', 'requested'])
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, organization.id))
})

test('a task that expired is closed, and goes like the payloads of runs once nothing waits for it', async () => {
  const { start, poll, answer, result, statusOf } = await givenGateway(app)
  const old = idsBegin(new Date(Date.now() - 91 * 86_400_000))
  const change = (run: string, values: Partial<StargateTaskRow>) =>
    app.ctx.db.update(stargateTasks).set(values).where(eq(stargateTasks.run_id, run)).returning()
  const tasksOf = (run: string) => app.ctx.db.select().from(stargateTasks).where(eq(stargateTasks.run_id, run))
  const run = await start()
  await change(run, { id: old })
  await deleteOldTasks(app.ctx)
  expect(await tasksOf(run)).toMatchObject([{ status: 'created' }])
  const [task] = await poll()
  expect((await answer(task?.stargate_task_id ?? '', 'late, and well')).status).toBe(200)
  expect(await result(run)).toBe('late, and well')
  await deleteOldTasks(app.ctx)
  expect(await tasksOf(run)).toEqual([])

  const expired = await start()
  const [row] = await change(expired, { id: old, expires_at: new Date(0) })
  await deleteOldTasks(app.ctx)
  expect(await tasksOf(expired)).toMatchObject([{ id: row?.id, status: 'failed' }])
  await cancelRun(app.ctx, await runOf(app, expired))
  await expect.poll(() => statusOf(expired)).toBe('cancelled')
  await deleteOldTasks(app.ctx)
  expect(await tasksOf(expired)).toEqual([])
})

test('an inactive organization’s gateway is refused, and so are a wrong key and a poll without a system', async () => {
  const { program, organization } = await givenGateway(app)
  expect((await program.get('/api/private/stargate')).status).toBe(400)
  expect((await app.withKey('nobody').get('/api/private/stargate?system=crm')).status).toBe(401)
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, organization.id))
  const refused = await program.get('/api/private/stargate?system=crm')
  expect(refused).toMatchObject({ status: 403, body: { code: 'ORGANIZATION_INACTIVE' } })
})

test('a poll that waits is answered as soon as its process stops', async () => {
  const stopping = await startTestApp()
  const { poll, parked } = await givenGateway(stopping)
  const waiting = poll()
  await parked(1)
  await stopping.close()
  expect(await waiting).toEqual([])
})

test('a person who starts a flow that asks a gateway is answered with its result, and later where it takes longer', async () => {
  const patient = await startTestApp({ env: { TRIGGER_WAIT: '2' } })
  onTestFinished(() => patient.close())
  const { program, workflow, poll, answer } = await givenGateway(patient)
  const start = () => program.post(`/api/private/trigger/${workflow.id}`, { id: '7' })
  const started = start()
  const [task] = await poll()
  await answer(task?.stargate_task_id ?? '', 'Ann')
  expect(await started).toMatchObject({ status: 200, body: { data: { result: 'Ann' } } })
  expect(await start()).toMatchObject({ status: 202, body: { data: { result: null } } })
})

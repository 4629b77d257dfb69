import { eq, ne, type SQL } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { runs } from '#features/runs/table.ts'
import { fireDue } from '#features/triggers/due/fire-due.ts'
import { fireSchedule } from '#features/triggers/due/fire-schedule.ts'
import { triggerEvents, workflowTriggers } from '#features/triggers/table.ts'
import { startTestApp, testApp } from '#testing/app.ts'
import { watchStatements } from '#testing/database/statements.ts'
import { givenTriggers } from '#testing/runs/triggers.ts'

const app = await testApp()
/** Looks for nothing by itself, so that a test finds a schedule as it left it. */
const quiet = await startTestApp({ parts: ['web'] })
afterAll(() => quiet.close())
/** Once a year, so that no other time of it comes while a test looks. */
const RARELY = '0 0 1 1 *'
const ready = (steps?: Parameters<typeof givenTriggers>[1]) => givenTriggers(app, steps)

test('a schedule shows its next times in UTC and starts one run each, however many processes look', async () => {
  const { add, runsOf, ended, at, client } = await ready({ say: { type: 'message', text: 'missed {{input.missed}}' } })
  const schedule = await add({ type: 'schedule', cron: '30 9 * * 1-5' })
  expect(schedule.next_times).toHaveLength(5)
  for (const time of schedule.next_times) {
    expect(time).toMatch(/T09:30:00.000Z$/)
    expect([1, 2, 3, 4, 5]).toContain(new Date(time).getUTCDay())
  }
  await fireSchedule(app.ctx, schedule.id)
  expect(await runsOf()).toEqual([])
  await app.ctx.db
    .update(workflowTriggers)
    .set({ next_at: new Date(Date.now() - 1000) })
    .where(eq(workflowTriggers.id, schedule.id))
  await Promise.all(Array.from({ length: 8 }, () => fireSchedule(app.ctx, schedule.id)))
  const [run] = await ended(1)
  expect(run?.trigger_id).toBe(schedule.id)
  const [{ last_run_at }] = (await client.get(at)).body.data
  expect(last_run_at).toBe(run?.created_at.toISOString())
})

test('times missed in an outage run once, and say how many they were', async () => {
  const text = 'missed {{input.missed}} {{input.scheduled_at}}'
  const { add, ended, inputOf } = await ready({ say: { type: 'message', text } })
  // Every hour, and half an hour ago, so that the next time does not come meanwhile.
  const last = Math.floor((Date.now() - 1_800_000) / 60_000) * 60_000
  const { id } = await add({ type: 'schedule', cron: `${new Date(last).getUTCMinutes()} * * * *` })
  await app.ctx.db
    .update(workflowTriggers)
    .set({ next_at: new Date(last - 5 * 3_600_000) })
    .where(eq(workflowTriggers.id, id))
  await fireDue(app.ctx)
  const [run] = await ended(1)
  expect(await inputOf(run?.id ?? '')).toBe(`missed 5 ${new Date(last).toISOString()}`)
})

test('a trigger that cannot fire holds up nobody else’s', async () => {
  const [broken, sound] = [await ready(), await ready()]
  const make_due = async (of: typeof broken, values: { cron?: string }, at: number) => {
    const { id } = await of.add({ type: 'schedule', cron: RARELY })
    await app.ctx.db
      .update(workflowTriggers)
      .set({ ...values, next_at: new Date(at) })
      .where(eq(workflowTriggers.id, id))
    return id
  }
  const lame = await make_due(broken, { cron: 'no schedule' }, 0)
  await make_due(sound, {}, Date.now() - 1000)
  await fireDue(app.ctx)
  await sound.ended(1)
  await app.ctx.db.delete(workflowTriggers).where(eq(workflowTriggers.id, lame))
})

test('while the run before has not ended, a schedule skips, waits or continues beside it, as it was set', async () => {
  const given = await givenTriggers(quiet)
  const due = async (overlap: string) => {
    const { id } = await given.add({ type: 'schedule', cron: RARELY, overlap })
    await quiet.ctx.db.insert(runs).values({
      organization_id: given.organization.id,
      workflow_id: given.workflow.id,
      trigger_id: id,
      status: 'suspended',
    })
    const next_at = new Date(Date.now() - 1000)
    await quiet.ctx.db.update(workflowTriggers).set({ next_at }).where(eq(workflowTriggers.id, id))
    await fireSchedule(quiet.ctx, id)
    const [row] = await quiet.ctx.db.select().from(workflowTriggers).where(eq(workflowTriggers.id, id))
    const started = await quiet.ctx.db.select().from(runs).where(eq(runs.trigger_id, id))
    return { started: started.length - 1, is_due: (row?.next_at?.getTime() ?? 0) <= Date.now(), row }
  }
  expect(await due('skip')).toMatchObject({
    started: 0,
    is_due: false,
    row: { last_problem: expect.stringMatching(/^Skipped at/) },
  })
  expect(await due('queue')).toMatchObject({ started: 0, is_due: true })
  expect(await due('overlap')).toMatchObject({ started: 1, is_due: false })
})

test('a schedule of an inactive organization or of a draft starts nothing and says why', async () => {
  const { add, client, path, workflow, runsOf, organization } = await givenTriggers(quiet)
  const { id } = await add({ type: 'schedule', cron: RARELY })
  const make_due = () =>
    quiet.ctx.db
      .update(workflowTriggers)
      .set({ next_at: new Date(0) })
      .where(eq(workflowTriggers.id, id))
  const problem = async () => {
    const [row] = await quiet.ctx.db.select().from(workflowTriggers).where(eq(workflowTriggers.id, id))
    return row?.last_problem
  }
  await client.put(`${path}/${workflow.id}`, {
    flow: { steps: { say: { type: 'message', name: 'say', text: '{{NOPE}}' } } },
  })
  await make_due()
  await fireSchedule(quiet.ctx, id)
  expect(await problem()).toBe('The workflow has problems and does not run')
  await quiet.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, organization.id))
  await make_due()
  await fireSchedule(quiet.ctx, id)
  expect(await problem()).toBe('The organization is inactive')
  expect(await runsOf()).toEqual([])
})

test('a deleted workflow is looked for by nobody, and once restored it runs at its next time and no old one', async () => {
  const { add, client, path, open, workflow, runsOf } = await givenTriggers(quiet)
  const { id } = await add({ type: 'schedule', cron: RARELY })
  const burst = await add({ type: 'public', debounce_seconds: 60 })
  const send = async (n: number) => expect((await quiet.anyone.post(open, { n })).status).toBe(200)
  const eventsOf = () => quiet.ctx.db.select().from(triggerEvents).where(eq(triggerEvents.trigger_id, burst.id))
  const sentAgo = (ms: number, of: SQL) =>
    quiet.ctx.db
      .update(triggerEvents)
      .set({ created_at: new Date(Date.now() - ms) })
      .where(of)
  await send(1)
  await sentAgo(2 * 86_400_000, eq(triggerEvents.trigger_id, burst.id))
  await send(2)
  expect((await client.delete(`${path}/${workflow.id}`)).status).toBe(200)
  await quiet.ctx.db
    .update(workflowTriggers)
    .set({ next_at: new Date(0) })
    .where(eq(workflowTriggers.id, id))

  // No other schedule of this file is due.
  await quiet.ctx.db.update(workflowTriggers).set({ next_at: null }).where(ne(workflowTriggers.id, id))
  const asked = await watchStatements(quiet).during(() => fireDue(quiet.ctx))
  expect(asked).toEqual(['find_due_triggers'])
  expect((await client.post(`${path}/${workflow.id}/restore`)).status).toBe(200)
  await fireDue(quiet.ctx)
  expect(await runsOf()).toEqual([])
  const [schedule] = await quiet.ctx.db.select().from(workflowTriggers).where(eq(workflowTriggers.id, id))
  expect(schedule?.next_at?.getTime()).toBeGreaterThan(Date.now())
  // What was sent just before is not lost.
  expect((await eventsOf()).map(({ body }) => body)).toEqual([{ n: 2 }])
  await sentAgo(61_000, eq(triggerEvents.trigger_id, burst.id))
  await fireDue(quiet.ctx)
  const [run, ...more] = await runsOf()
  expect([run?.trigger_id, more]).toEqual([burst.id, []])
})

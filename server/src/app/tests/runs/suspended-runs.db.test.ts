import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Flow, type FlowStep } from '#contracts/flows.ts'
import { organizations } from '#features/organizations/table.ts'
import { isActive } from '#features/runs/access.ts'
import { cancelRun } from '#features/runs/control/cancel-run.ts'
import { resumeRun } from '#features/runs/control/resume-run.ts'
import { dispatchWaitingRuns, wakeSuspendedRuns } from '#features/runs/jobs.ts'
import { runFlow } from '#features/runs/run-flow.ts'
import type { StepScope } from '#features/runs/step-scope.ts'
import { runLeases, runSuspensions } from '#features/runs/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { defineStep } from '#platform/step.ts'
import { ownTestApp } from '#testing/app.ts'
import { runOf, stepsOf } from '#testing/chats/private-chat.ts'
import { answerAndLose } from '#testing/runs/lost-process.ts'
import { startFlow } from '#testing/runs/started-flow.ts'
import { chain, step } from '#testing/runs/waiting-steps.ts'
import { layers, surfaces } from '../../features.ts'

/** How often each step was executed in the world outside. */
const effects = new Map<string, number>()

/** Waits for a person's answer, and repeats it. */
const ask = defineStep('ask', {
  schema: z.object({ question: z.string() }),
  effects: true,
  async execute({ question }, { answer }: StepScope) {
    if (!answer) return { suspend: { kind: 'person', detail: { question } } }
    return { output: `${question} ${answer.value}` }
  },
})

/** Waits for a time. */
const pause = defineStep('pause', {
  schema: z.object({ seconds: z.number() }),
  effects: true,
  async execute({ seconds }, { ctx, answer }: StepScope) {
    if (!answer) return { suspend: { kind: 'timer', wakes_at: new Date(ctx.now().getTime() + seconds * 1000) } }
    return { output: 'awake' }
  },
})

const touch = defineStep('touch', {
  schema: z.object({ what: z.string() }),
  effects: true,
  async execute({ what }, { run, input }: StepScope) {
    const key = `${run.id} ${what} ${input.item ?? ''}`
    effects.set(key, (effects.get(key) ?? 0) + 1)
    return { output: `touched ${input.item ?? what}` }
  },
})

/** Walks a flow for each item, some at once. */
const each = defineStep('each', {
  schema: z.object({ items: z.array(z.string()), flow: Flow, start: z.string(), at_once: z.number().default(2) }),
  effects: true,
  async execute({ items, flow, start, at_once }, scope: StepScope) {
    const results: string[] = []
    let waits = false
    const next = items.entries()
    const work = async () => {
      for (const [index, item] of next) {
        const walked = await scope.execution({ key: String(index), flow, starting_step_id: start, input: { item } })
        if (walked === 'suspended') waits = true
        else results[index] = walked.output
      }
    }
    await Promise.all(Array.from({ length: at_once }, work))
    return waits ? 'suspended' : { output: results.join(', ') }
  },
})

/** Fails as soon as it is let go. */
let letGo = Promise.withResolvers<void>()
const failLater = defineStep('fail_later', {
  schema: z.object({}),
  effects: true,
  async execute() {
    await letGo.promise
    throw new Error('Failed late')
  },
})

const tests = { name: 'test', steps: [ask, pause, touch, each, failLater] }
const app = await ownTestApp({ features: [...layers, ...surfaces, tests] })
const started = (...steps: FlowStep[]) => startFlow(app, ...steps)

test('a run that waits for a person has no lease and is not recovered, and continues with the answer', async () => {
  const run = await started(
    step('touch', { what: 'before' }),
    step('ask', { question: 'Ready?' }),
    step('message', { text: '{{output.s1}}, then' }),
  )
  expect(await run.status()).toBe('suspended')
  expect(await run.leases()).toEqual([])
  expect(await run.waiting()).toMatchObject([{ kind: 'person', detail: { question: 'Ready?' }, step_id: 's1' }])
  expect(await isActive(app.ctx, run.id)).toBe(true)
  await app.runJob(dispatchWaitingRuns)
  await app.runJob(wakeSuspendedRuns)
  expect(await run.status()).toBe('suspended')

  expect(await run.answer('yes')).toBe(true)
  await expect.poll(run.status).toBe('completed')
  expect(await run.result()).toBe('Ready? yes, then')
  expect(effects.get(`${run.id} before `)).toBe(1)
  expect(await run.waiting()).toEqual([])
  expect(await isActive(app.ctx, run.id)).toBe(false)
  const steps = await stepsOf(app, run.id)
  expect(steps.map(({ step_id, status }) => [step_id, status])).toEqual([
    ['s0', 'completed'],
    ['s1', 'completed'],
    ['s2', 'completed'],
  ])
})

test('of eight answers at once one counts, and anyone who comes later is told so', async () => {
  const run = await started(step('ask', { question: 'Who?' }))
  const [{ seq } = { seq: 0 }] = await run.waiting()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => resumeRun(run.ctx, { run_id: run.id, seq, value: index })),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
  await expect.poll(run.status).toBe('completed')
  expect(await run.result()).toBe(`Who? ${answers.indexOf(true)}`)
  expect(await resumeRun(run.ctx, { run_id: run.id, seq, value: 'late' })).toBe(false)
})

test('another organization cannot answer', async () => {
  const run = await started(step('ask', { question: 'Who?' }))
  const { organization } = await app.given.organization()
  const [{ seq } = { seq: 0 }] = await run.waiting()
  const outsiders = extendContext(app.ctx, { organization })
  expect(await resumeRun(outsiders, { run_id: run.id, seq, value: 'me' })).toBe(false)
  expect(await run.status()).toBe('suspended')
})

test('a timer of days waits without holding anything, and wakes its run when its time has come', async () => {
  const run = await started(step('pause', { seconds: 3 * 86_400 }), step('message', { text: 'Good morning' }))
  expect([await run.status(), await run.leases()]).toEqual(['suspended', []])
  await app.ctx.db
    .update(runSuspensions)
    .set({ wakes_at: new Date(app.ctx.now().getTime() - 1) })
    .where(eq(runSuspensions.run_id, run.id))
  await Promise.all(Array.from({ length: 8 }, () => app.runJob(wakeSuspendedRuns)))
  await expect.poll(run.status).toBe('completed')
  expect(await run.result()).toBe('Good morning')
})

test('a short timer needs no sweep', async () => {
  const run = await started(step('pause', { seconds: 0.05 }), step('message', { text: 'Up' }))
  await expect.poll(run.status).toBe('completed')
})

test('a run that waits is stopped at once, and answers come too late', async () => {
  const run = await started(step('ask', { question: 'Still there?' }))
  const [{ seq } = { seq: 0 }] = await run.waiting()
  await cancelRun(run.ctx, await runOf(app, run.id))
  await expect.poll(run.status).toBe('cancelled')
  expect(await resumeRun(run.ctx, { run_id: run.id, seq, value: 'yes' })).toBe(false)
  expect([await run.waiting(), await run.leases()]).toEqual([[], []])
})

test('cursors of one step wait each for themselves, and what is done is not done again', async () => {
  const inner = {
    steps: {
      do: { ...step('touch', { what: 'item' }), next: 'ask' },
      ask: step('ask', { question: 'Is it well?' }),
    },
  }
  const items = ['a', 'b', 'c']
  const run = await started(
    step('each', { items, flow: inner, start: 'do' }),
    step('message', { text: 'All: {{output.s0}}' }),
  )
  expect(await run.status()).toBe('suspended')
  expect(await run.waiting()).toHaveLength(3)
  for (const count of [2, 1, 0]) {
    expect(await run.answer('yes')).toBe(true)
    if (count > 0)
      await expect.poll(async () => [await run.status(), (await run.leases()).length]).toEqual(['suspended', 0])
  }
  await expect.poll(run.status).toBe('completed')
  expect(await run.result()).toBe('All: Is it well? yes, Is it well? yes, Is it well? yes')
  for (const item of items) expect(effects.get(`${run.id} item ${item}`)).toBe(1)
})

test('all cursors answered at once end the run once', async () => {
  const inner = { steps: { ask: step('ask', { question: 'Is it well?' }) } }
  const run = await started(
    step('each', { items: Array.from({ length: 8 }, (_, i) => `${i}`), flow: inner, start: 'ask' }),
  )
  const open = await run.waiting()
  expect(open).toHaveLength(8)
  await Promise.all(open.map(({ seq }) => resumeRun(run.ctx, { run_id: run.id, seq, value: seq })))
  await expect.poll(run.status).toBe('completed')
})

test('flows inside flows have an end', async () => {
  const deep = (depth: number): Flow =>
    depth === 0
      ? { steps: { ask: step('message', { text: 'deep' }) } }
      : { steps: { in: step('each', { items: ['x'], flow: deep(depth - 1), start: depth === 1 ? 'ask' : 'in' }) } }
  const { organization } = await app.given.organization()
  const ctx = extendContext(app.ctx, { organization })
  const runDepth = async (depth: number) => {
    const { run, outcome } = await runFlow(ctx, { flow: deep(depth), starting_step_id: 'in', input: {} })
    await outcome
    return runOf(app, run.id)
  }
  expect(await runDepth(7)).toMatchObject({ status: 'completed' })
  expect(await runDepth(12)).toMatchObject({ status: 'failed', error_code: 'BROKEN_FLOW' })
})

test('a step type that nobody brought, and one whose fields are wrong, end the run with a sentence', async () => {
  for (const wrong of [step('teleport', {}), step('ask', { question: 7 })]) {
    const run = await started(wrong)
    expect(await runOf(app, run.id)).toMatchObject({ status: 'failed', error_code: 'BROKEN_FLOW' })
  }
})

test('a run of an organization that became inactive meanwhile does not continue', async () => {
  const run = await started(step('ask', { question: 'Still in business?' }), step('touch', { what: 'after' }))
  await app.ctx.db
    .update(organizations)
    .set({ status: 'inactive' })
    .where(eq(organizations.id, run.ctx.organization.id))
  expect(await run.answer('no')).toBe(true)
  await expect.poll(run.status).toBe('failed')
  expect(await runOf(app, run.id)).toMatchObject({ error_code: 'ORGANIZATION_INACTIVE' })
  expect(effects.get(`${run.id} after `)).toBeUndefined()
})

test('a run that lost its process while a step waited continues from there', async () => {
  const run = await started(step('touch', { what: 'once' }), step('ask', { question: 'Go on?' }))
  await answerAndLose(app, run)
  await expect.poll(run.status).toBe('completed')
  expect(effects.get(`${run.id} once `)).toBe(1)
})

test('a process that has lost a run and fails takes nothing from its successor, for whom the run waits', async () => {
  letGo = Promise.withResolvers()
  const { organization } = await app.given.organization()
  const ctx = extendContext(app.ctx, { organization })
  const inner = { steps: { fail: step('fail_later', {}) } }
  const { run, outcome } = await runFlow(ctx, {
    ...chain(step('each', { items: ['x'], flow: inner, start: 'fail' })),
    input: {},
  })
  // As the successor leaves it: without a lease, with a step that waits.
  await app.ctx.db.delete(runLeases).where(eq(runLeases.run_id, run.id))
  const kept = { run_id: run.id, organization_id: organization.id, seq: 2, job: 'runs.continue', attempts: 2 }
  await app.ctx.db.insert(runSuspensions).values({ ...kept, step_id: 'fail', kind: 'person' })
  letGo.resolve()
  expect(await outcome).toBeNull()
  expect(await app.ctx.db.select().from(runSuspensions).where(eq(runSuspensions.run_id, run.id))).toHaveLength(1)
})

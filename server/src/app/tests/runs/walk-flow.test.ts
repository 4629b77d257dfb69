import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { wakeSuspendedRuns } from '#features/runs/jobs.ts'
import { changesIn } from '#features/runs/log/log-steps.ts'
import type { StepScope } from '#features/runs/step-scope.ts'
import { runPayloads, runSteps, runSuspensions, runs } from '#features/runs/table.ts'
import { AppError } from '#platform/error.ts'
import { defineStep } from '#platform/step.ts'
import { ownTestApp } from '#testing/app.ts'
import { runOf, stepsOf } from '#testing/chats/private-chat.ts'
import { loseProcess, startSteps } from '#testing/runs/started-flow.ts'
import { waitingSteps } from '#testing/runs/waiting-steps.ts'
import { layers, surfaces } from '../../features.ts'

/** The keys under which a step was executed, by its name. */
const keys = new Map<string, string[]>()

/** Fails as often as it is told to, then says how often it was asked. */
const flaky = defineStep('flaky', {
  schema: z.object({ fails: z.number().default(0), code: z.string().optional() }),
  effects: true,
  async execute({ fails, name, code }, { run, idempotency_key }: StepScope) {
    const known = keys.get(`${run.id} ${name}`) ?? []
    keys.set(`${run.id} ${name}`, [...known, idempotency_key])
    if (known.length < fails) throw new AppError('conflict', `Failure ${known.length + 1}`, code ? { code } : {})
    return { output: known.length + 1 }
  },
})

/** Takes as long as it may. */
const endless = defineStep('endless', {
  schema: z.object({}),
  effects: false,
  takesLong: true,
  execute: (_step, { signal }: StepScope) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
})

const app = await ownTestApp({
  features: [...layers, ...surfaces, waitingSteps, { name: 't', steps: [flaky, endless] }],
})
type Steps = Parameters<typeof startSteps>[1]
const started = (steps: Steps, given?: Parameters<typeof startSteps>[2]) => startSteps(app, steps, given)
const never = { type: 'message', text: 'never' }

test('a disabled step is passed over, and pinned data stands for a step in a test run alone', async () => {
  const steps: Steps = {
    off: { type: 'flaky', fails: 9, disabled: true, next: 'pin' },
    pin: { type: 'message', text: 'real', pinned: { rows: [1, 2] }, next: 'end' },
    end: { type: 'end', result: { got: '{{output.pin}}' } },
  }
  expect(await (await started(steps, { is_test: true })).result()).toEqual({ got: { rows: [1, 2] } })
  expect(await (await started(steps)).result()).toEqual({ got: 'real' })
})

test('a step that fails is tried again under the same key, and the log tells each try', async () => {
  const run = await started({ a: { type: 'flaky', fails: 2, retry: { times: 2, delay_seconds: 0.01, factor: 1 } } })
  expect(await run.result()).toBe(3)
  const [step] = await run.steps()
  expect(step?.payload).toMatchObject({ attempts: 3, failures: [{ message: 'Failure 1' }, { message: 'Failure 2' }] })
  expect(step?.payload).not.toHaveProperty('possibly_repeated')
  const [first, ...others] = keys.get(`${run.id} a`) ?? []
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(others).toEqual([first, first])
})

test('a long wait before the next try gives up the run, and the flow continues from there', async () => {
  const run = await started({
    a: { type: 'flaky', next: 'b' },
    b: { type: 'flaky', fails: 1, retry: { times: 1, delay_seconds: 600, factor: 1 } },
  })
  expect([await run.status(), await run.leases()]).toEqual(['suspended', []])
  expect(await run.waiting()).toMatchObject([{ kind: 'retry', detail: { error: 'Failure 1' } }])
  await app.ctx.db
    .update(runSuspensions)
    .set({ wakes_at: new Date(0) })
    .where(eq(runSuspensions.run_id, run.id))
  await app.runJob(wakeSuspendedRuns)
  await expect.poll(run.status).toBe('completed')
  expect(keys.get(`${run.id} a`)).toHaveLength(1)
  const [, b] = await run.steps()
  expect(b?.payload).toMatchObject({ attempts: 2, failures: [{ message: 'Failure 1' }], output: 2 })
  expect(b?.payload).not.toHaveProperty('possibly_repeated')
})

test('a step that fails for good leads where it says, and otherwise the run fails with its reason', async () => {
  const handled = await started({
    a: { type: 'flaky', fails: 9, retry: { times: 1, delay_seconds: 0, factor: 1 }, next: 'never', on_error: 'tell' },
    never,
    tell: { type: 'message', text: 'Because of {{output.a.error.message}} ({{output.a.error.code}})' },
  })
  expect(await handled.result()).toBe('Because of Failure 2 (RUN_FAILED)')
  expect((await handled.steps()).map(({ status }) => status)).toEqual(['failed', 'completed'])

  const failed = await started({ a: { type: 'flaky', fails: 9, code: 'MODEL_FAILED', next: 'never' }, never })
  expect(failed.executed).toMatchObject({ status: 'failed', error: 'Failure 1', error_code: 'MODEL_FAILED' })
})

test('a handled failure takes along what still waited inside the step', async () => {
  const inner = { steps: { ask: { type: 'ask', name: 'Ask', question: 'Well?' } } }
  const run = await started({
    each: { type: 'for_each', items: [1, 2], start: 'either', concurrency: 1, on_error: 'go', next: 'never' },
    either: {
      type: 'condition',
      cases: [{ rules: [{ left: '{{input.item}}', operator: 'equals', right: '1' }], next: 'call' }],
      next: 'fail',
    },
    call: { type: 'call', flow: inner, start: 'ask' },
    fail: { type: 'flaky', fails: 99 },
    never,
    go: { type: 'message', text: '{{output.each.error.message}}' },
  })
  expect(await run.result()).toBe('Item 1: Failure 1')
  expect([await run.status(), await run.waiting(), await run.leases()]).toEqual(['completed', [], []])
  expect((await run.steps()).filter(({ status }) => status === 'in_progress')).toEqual([])
})

test('a step ends at its limit, and a flow at its own, also while it waits', async () => {
  const step = await started({ a: { type: 'endless', timeout_seconds: 0.05 } })
  expect(step.executed).toMatchObject({ error_code: 'STEP_TIMEOUT', error: 'The step a took longer than 0.05 s' })
  const flow = await started({ a: { type: 'endless', on_error: 'never' }, never }, { timeout_seconds: 1 })
  expect(flow.executed).toMatchObject({ status: 'failed', error_code: 'RUN_TIMEOUT' })

  const waits = await started(
    { a: { type: 'user_input', question: 'Well?', next: 'never' }, never },
    { timeout_seconds: 3600 },
  )
  const [waiting] = await waits.waiting()
  const { started_at } = await runOf(app, waits.id)
  expect(waiting?.wakes_at?.getTime()).toBe((started_at?.getTime() ?? 0) + 3_600_000)
  const past = new Date(Date.now() - 3_700_000)
  await app.ctx.db.update(runs).set({ started_at: past }).where(eq(runs.id, waits.id))
  await app.ctx.db.update(runSuspensions).set({ wakes_at: past }).where(eq(runSuspensions.run_id, waits.id))
  await app.runJob(wakeSuspendedRuns)
  await expect.poll(waits.status).toBe('failed')
  expect(await runOf(app, waits.id)).toMatchObject({ error_code: 'RUN_TIMEOUT' })
})

test('a step whose process was lost is executed under the same key, and says that it may have been repeated', async () => {
  const run = await started({ a: { type: 'flaky', next: 'b' }, b: { type: 'flaky', next: 'c' }, c: { type: 'flaky' } })
  // As it was when the process died in the middle of the second step.
  await app.ctx.db.delete(runSteps).where(eq(runSteps.seq, 3))
  await app.ctx.db.delete(runPayloads).where(eq(runPayloads.seq, 3))
  await app.ctx.db.update(runSteps).set({ status: 'in_progress', finished_at: null }).where(eq(runSteps.seq, 2))
  await loseProcess(app, run)
  await expect.poll(run.status).toBe('completed')
  const [a, b, c] = await run.steps()
  expect([a, b, c].map((step) => step?.payload.possibly_repeated)).toEqual([undefined, true, undefined])
  expect(b?.payload.attempts).toBe(2)
  const [first, second] = keys.get(`${run.id} b`) ?? []
  expect(second).toBe(first)
  expect(new Set(['a', 'b', 'c'].flatMap((name) => keys.get(`${run.id} ${name}`) ?? [])).size).toBe(3)
})

test('a step is known to have begun before it does anything, but for the first, which begins with its run', async () => {
  const run = await started({ a: { type: 'flaky', next: 'b' }, b: { type: 'flaky' } })
  await app.ctx.db.delete(runSteps).where(eq(runSteps.run_id, run.id))
  await app.ctx.db.delete(runPayloads).where(eq(runPayloads.seq, 1))
  await app.ctx.db.delete(runPayloads).where(eq(runPayloads.seq, 2))
  await loseProcess(app, run)
  await expect.poll(run.status).toBe('completed')
  const steps = await stepsOf(app, run.id)
  expect(steps.map(({ payload }) => payload.possibly_repeated)).toEqual([true, undefined])
})

test('a placeholder alone stands for the value itself, and filling has an end', async () => {
  const run = await started(
    {
      a: {
        type: 'set_state',
        values: { list: '{{input.list}}', first: '{{input.list.0}}', text: 'n={{input.n}}' },
        next: 'b',
      },
      b: {
        type: 'end',
        result: { list: '{{state.list}}', n: '{{input.n}}', text: '{{state.text}}', no: '{{state.no}}' },
      },
    },
    { input: { list: [1, { a: true }], n: 7 } },
  )
  expect(await run.result()).toEqual({ list: [1, { a: true }], n: 7, text: 'n=7', no: '{{state.no}}' })
  expect(run.executed).toMatchObject({ status: 'completed', result: await run.result() })

  const bomb = await started({
    a: { type: 'set_state', values: { x: 'x'.repeat(1000) }, next: 'b' },
    b: { type: 'set_state', values: { x: ['{{state.x}}', '{{state.x}}'] }, next: 'b' },
  })
  expect(bomb.executed).toMatchObject({ status: 'failed', error: expect.stringContaining('too long') })
})

test('the log of a step has what it changed of the state, and nothing of what was written before or later', async () => {
  const write = (n: number, next?: string) => ({ type: 'set_state', values: { [`v${n}`]: n }, ...(next && { next }) })
  const run = await started({ a: write(1, 'b'), b: write(2, 'c'), c: write(3) })
  const changes = (await run.steps()).map(({ payload }) => changesIn(payload))
  expect(changes).toEqual([{ v1: 1 }, { v2: 2 }, { v3: 3 }])
})

test('a run ends with what its last step left that is not nothing', async () => {
  const steps: Steps = {
    a: { type: 'flaky', next: 'b' },
    b: { type: 'condition', cases: [], next: 'c' },
    c: { type: 'end' },
  }
  steps.b = { type: 'condition', cases: [{ rules: [{ left: 'x', operator: 'equals', right: 'y' }] }], next: 'c' }
  const run = await started(steps)
  expect([run.executed, await run.result()]).toMatchObject([{ status: 'completed', output: '', result: 1 }, 1])
})

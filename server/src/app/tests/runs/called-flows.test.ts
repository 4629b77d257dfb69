import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Flow, type FlowStep } from '#contracts/flows.ts'
import { isActive } from '#features/runs/access.ts'
import { cancelRun } from '#features/runs/control/cancel-run.ts'
import { executeRun } from '#features/runs/execute-run.ts'
import { dispatchWaitingRuns, failOrphanedRun } from '#features/runs/jobs.ts'
import { quietHost } from '#features/runs/run-host.ts'
import { startChildRun } from '#features/runs/start-run.ts'
import type { StepScope } from '#features/runs/step-scope.ts'
import { runSuspensions } from '#features/runs/table.ts'
import { defineStep } from '#platform/step.ts'
import { ownTestApp } from '#testing/app.ts'
import { runOf, runsOf, stepsOf } from '#testing/chats/private-chat.ts'
import { answerAndLose } from '#testing/runs/lost-process.ts'
import { startFlow } from '#testing/runs/started-flow.ts'
import { chain, step, waitingSteps } from '#testing/runs/waiting-steps.ts'
import { layers, surfaces } from '../../features.ts'

/** How often each step was executed in the world outside. */
const effects = new Map<string, number>()

const touch = defineStep('touch', {
  schema: z.object({ what: z.string() }),
  effects: true,
  async execute({ what }, { run }: StepScope) {
    const key = `${run.id} ${what}`
    effects.set(key, (effects.get(key) ?? 0) + 1)
    return { output: `touched ${what}` }
  },
})

/** Has a run of its own started and waits for its end, as one teammate asks another. */
const startAndWait = defineStep('start_and_wait', {
  schema: z.object({ flow: Flow, start: z.string() }),
  effects: true,
  async execute({ flow, start }, { ctx, run, signal }: StepScope) {
    const beginning = { flow, starting_step_id: start, input: {}, depth: 1, is_debug_mode: false }
    const of = { ...run, parent_run_id: run.id, job: failOrphanedRun, beginning }
    const child = await startChildRun(ctx, of)
    const outcome = await executeRun(ctx, child, { ...quietHost, stoppedBy: signal, isWaitedFor: true }, beginning)
    return { output: outcome?.status === 'failed' ? outcome.error : null }
  },
})

const tests = { name: 'test', steps: [touch, startAndWait] }
const app = await ownTestApp({ features: [...layers, ...surfaces, waitingSteps, tests] })
const started = (...steps: FlowStep[]) => startFlow(app, ...steps)

/** A flow that calls one that calls one that asks, with something done on every floor before and after. */
const called = () => {
  const asks = chain(step('touch', { what: 'inner' }), step('ask', { question: 'Well?' }))
  const middle = chain(
    step('touch', { what: 'middle' }),
    step('call', { flow: asks.flow, start: 's0' }),
    step('touch', { what: 'after' }),
  )
  return started(
    step('touch', { what: 'outer' }),
    step('call', { flow: middle.flow, start: 's0' }),
    step('message', { text: 'Done: {{output.s1.s2}}' }),
  )
}
const done = (id: string) => ['outer', 'middle', 'inner', 'after'].map((what) => effects.get(`${id} ${what}`))

test('a flow that calls another waits with it, without a lease, and continues with it', async () => {
  const run = await called()
  expect([await run.status(), await run.leases()]).toEqual(['suspended', []])
  expect(await run.waiting()).toMatchObject([{ kind: 'person', detail: { question: 'Well?' } }])
  await app.runJob(dispatchWaitingRuns)
  expect(await run.status()).toBe('suspended')
  expect(await run.answer('yes')).toBe(true)
  await expect.poll(run.status).toBe('completed')
  expect(await run.result()).toBe('Done: touched after')
  expect(done(run.id)).toEqual([1, 1, 1, 1])
})

test('a flow that calls another is stopped with it while that waits', async () => {
  const run = await called()
  await cancelRun(run.ctx, await runOf(app, run.id))
  await expect.poll(run.status).toBe('cancelled')
  expect([await run.waiting(), await run.leases()]).toEqual([[], []])
  expect(await isActive(app.ctx, run.id)).toBe(false)
  expect(done(run.id)).toEqual([1, 1, 1, undefined])
  const steps = await stepsOf(app, run.id)
  expect(steps.filter(({ status }) => status === 'in_progress')).toEqual([])
})

test('a flow that calls another continues where that was when the process was lost', async () => {
  const run = await called()
  await answerAndLose(app, run)
  await expect.poll(run.status).toBe('completed')
  expect(done(run.id)).toEqual([1, 1, 1, 1])
})

test('a run for whose end another waits cannot wait itself: nobody is asked, and the other is told', async () => {
  const { flow } = chain(step('touch', { what: 'child' }), step('ask', { question: 'Well?' }))
  const run = await started(step('start_and_wait', { flow, start: 's0' }))
  expect(await run.status()).toBe('completed')
  expect(await run.result()).toMatch(/cannot wait/)
  const [, child] = await runsOf(app, run.ctx.organization)
  expect(child).toMatchObject({ parent_run_id: run.id, status: 'failed', error_code: 'BROKEN_FLOW' })
  const left = app.ctx.db
    .select()
    .from(runSuspensions)
    .where(eq(runSuspensions.run_id, child?.id ?? ''))
  expect(await left).toEqual([])
})

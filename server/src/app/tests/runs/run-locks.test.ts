import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Flow } from '#contracts/flows.ts'
import { cancelRun, isOver } from '#features/runs/control/cancel-run.ts'
import { resumeRun } from '#features/runs/control/resume-run.ts'
import { wakeSuspendedRuns } from '#features/runs/jobs.ts'
import { continueRun } from '#features/runs/queue/continue-run.ts'
import { renewLeases } from '#features/runs/queue/lease-run.ts'
import { runFlow } from '#features/runs/run-flow.ts'
import type { StepScope } from '#features/runs/step-scope.ts'
import { runLeases, runSuspensions } from '#features/runs/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { defineStep } from '#platform/step.ts'
import { ownTestApp } from '#testing/app.ts'
import { runOf } from '#testing/chats/private-chat.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'
import { layers, surfaces } from '../../features.ts'

/** Suspends `times` times, in turn for a person and for a time that has come. */
const askAgain = defineStep('ask_again', {
  schema: z.object({ times: z.number() }),
  effects: true,
  async execute({ times }, { ctx, resumed, answer, checkpoint }: StepScope) {
    const asked = (resumed as number | null) ?? 0
    if (answer && asked >= times) return { output: 'asked enough' }
    await checkpoint(asked + 1)
    return { suspend: asked % 2 === 0 ? { kind: 'person' } : { kind: 'timer', wakes_at: ctx.now() } }
  },
})

const eightAtOnce = defineStep('eight_at_once', {
  schema: z.object({ flow: Flow }),
  effects: true,
  async execute({ flow }, scope: StepScope) {
    const walked = await Promise.all(
      Array.from({ length: 8 }, (_, key) =>
        scope.execution({ key: String(key), flow, starting_step_id: 'ask', input: {} }),
      ),
    )
    return walked.includes('suspended') ? 'suspended' : { output: 'all asked' }
  },
})

const app = await ownTestApp({
  env: { RUN_LEASE: '600' },
  features: [...layers, ...surfaces, { name: 'test', steps: [askAgain, eightAtOnce] }],
})

const inner = {
  steps: {
    ask: { type: 'ask_again', name: 'Ask', times: 3, next: 'again' },
    again: { type: 'ask_again', name: 'Ask again', times: 2 },
  },
}
const flow = { steps: { all: { type: 'eight_at_once', name: 'Eight at once', flow: inner } } }

async function started() {
  const { organization } = await app.given.organization()
  const ctx = extendContext(app.ctx, { organization })
  const { run } = await runFlow(ctx, { flow, starting_step_id: 'all', input: {} })
  return { ctx, id: run.id }
}
type Started = Awaited<ReturnType<typeof started>>

const openSteps = (id: string) =>
  app.ctx.db
    .select({ seq: runSuspensions.seq })
    .from(runSuspensions)
    .where(and(eq(runSuspensions.run_id, id), isNull(runSuspensions.answered_at)))

async function answerOne({ ctx, id }: Started) {
  const open = await openSteps(id)
  const { seq } = open[Math.floor(Math.random() * open.length)] ?? { seq: -1 }
  await resumeRun(ctx, { run_id: id, seq, value: 'yes' })
}

/** Takes the run from the process that has it, as after a heartbeat that was missed; it never counts as a try. */
async function takeOver(ctx: Context, id: string) {
  await ctx.db
    .update(runLeases)
    .set({ expires_at: new Date(0), tries_from: sql`${runLeases.attempts}` })
    .where(eq(runLeases.run_id, id))
  await continueRun(ctx, { run_id: id })
}

const deadlocks = async () => {
  await app.ctx.db.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = await app.ctx.db.execute<{ deadlocks: string }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  )
  return Number(rows[0]?.deadlocks)
}

/** Does all of this over and over, at once, until the run is over. */
async function untilOver(id: string, ...acts: (() => Promise<unknown>)[]) {
  let over = false
  const failures: unknown[] = []
  const actors = acts.map(async (act) => {
    while (!over) {
      await act().catch((error) => failures.push(error))
      // What has nothing to do must not keep the others from it.
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
  try {
    await expect.poll(async () => isOver(await runOf(app, id))).toBe(true)
  } finally {
    over = true
    await Promise.all(actors)
  }
  expect(failures).toEqual([])
}

test.runIf(postgresUrl)(
  'eight who answer, wake, take over and renew one run at once never wait for each other in a circle',
  async () => {
    for (let round = 0; round < 2; round++) {
      const run = await started()
      const answer = () => answerOne(run)
      const take = () => takeOver(app.ctx, run.id)
      const wake = () => app.runJob(wakeSuspendedRuns)
      // One takes over alone: where two do, none may hold the run for long enough to end it.
      await untilOver(run.id, answer, answer, answer, answer, take, wake, wake, () => renewLeases(app.ctx))
      expect(await runOf(app, run.id)).toMatchObject({ status: 'completed' })
      expect(await openSteps(run.id)).toEqual([])
    }
    expect(await deadlocks()).toBe(0)
  },
)

test.runIf(postgresUrl)('a run that is stopped while eight are at it ends as cancelled', async () => {
  for (let round = 0; round < 3; round++) {
    const run = await started()
    const answer = () => answerOne(run)
    const take = () => takeOver(app.ctx, run.id)
    const wake = () => app.runJob(wakeSuspendedRuns)
    const stop = async () => cancelRun(run.ctx, await runOf(app, run.id))
    await untilOver(run.id, answer, answer, take, take, wake, stop, stop)
    expect(await runOf(app, run.id)).toMatchObject({ status: 'cancelled' })
    const left = await app.ctx.db.select().from(runLeases).where(eq(runLeases.run_id, run.id))
    expect([left, await openSteps(run.id)]).toEqual([[], []])
  }
  expect(await deadlocks()).toBe(0)
})

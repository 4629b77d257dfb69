import { asc, eq } from 'drizzle-orm'
import type { Flow, FlowStep } from '#contracts/flows.ts'
import type { OrganizationRow } from '#features/organizations/table.ts'
import { resumeRun } from '#features/runs/control/resume-run.ts'
import { dispatchWaitingRuns } from '#features/runs/jobs.ts'
import { readResult } from '#features/runs/log/read-result.ts'
import { type RunFlow, runFlow } from '#features/runs/run-flow.ts'
import { runLeases, runSuspensions, runs } from '#features/runs/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { newId } from '#platform/id.ts'
import type { TestApp } from '../app.ts'
import { runOf, stepsOf } from '../chats/private-chat.ts'
import { chain } from './waiting-steps.ts'

type Given = Partial<Omit<RunFlow, 'flow' | 'starting_step_id'>> & {
  organization?: OrganizationRow
  /** Of the whole flow. */
  timeout_seconds?: number
}

/** A run of these steps, one after the other, as far as it goes before it waits. */
export const startFlow = (app: TestApp, ...steps: FlowStep[]) => begin(app, chain(...steps), {})

/** A run of a flow whose first step comes first, as far as it goes before it waits. */
export function startSteps(
  app: TestApp,
  steps: Record<string, Partial<FlowStep> & { type: string }>,
  given: Given = {},
) {
  const named = Object.fromEntries(Object.entries(steps).map(([id, step]) => [id, { name: id, ...step }]))
  return begin(app, { flow: { steps: named }, starting_step_id: Object.keys(steps)[0] ?? '' }, given)
}

async function begin(
  app: TestApp,
  { flow, starting_step_id }: { flow: Flow; starting_step_id: string },
  { organization: known, timeout_seconds, input = {}, ...more }: Given,
) {
  const organization = known ?? (await app.given.organization()).organization
  const ctx = extendContext(app.ctx, { organization })
  const whole = { ...flow, ...(timeout_seconds !== undefined && { timeout_seconds }) }
  const { run, outcome } = await runFlow(ctx, { flow: whole, starting_step_id, input, ...more })
  const executed = await outcome
  const waiting = () =>
    app.ctx.db.select().from(runSuspensions).where(eq(runSuspensions.run_id, run.id)).orderBy(asc(runSuspensions.seq))
  return {
    ctx,
    id: run.id,
    executed,
    waiting,
    steps: () => stepsOf(app, run.id),
    status: async () => (await runOf(app, run.id)).status,
    result: async () => readResult(ctx, await runOf(app, run.id)),
    /** Answers one of the steps that still wait, in the order of their numbers. */
    answer: async (value: unknown, which = 0) => {
      const open = (await waiting()).filter(({ answered_at }) => answered_at === null)
      return resumeRun(ctx, { run_id: run.id, seq: open[which]?.seq ?? -1, value })
    },
    leases: () => app.ctx.db.select().from(runLeases).where(eq(runLeases.run_id, run.id)),
  }
}

/** Leaves a run as a process does that dies while it executes it, and has it taken up. */
export async function loseProcess(app: TestApp, { id, ctx }: Pick<Awaited<ReturnType<typeof begin>>, 'id' | 'ctx'>) {
  await app.ctx.db.update(runs).set({ status: 'running', completed_at: null }).where(eq(runs.id, id))
  const of = { run_id: id, organization_id: ctx.organization.id, job: 'runs.continue' }
  await app.ctx.db.insert(runLeases).values({ ...of, holder: newId(), expires_at: new Date(0), attempts: 1 })
  await app.runJob(dispatchWaitingRuns)
}

import { and, asc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { RerunRun } from '#contracts/run-control.ts'
import { AppError } from '#platform/error.ts'
import { newId } from '#platform/id.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { MemberContext, OrgContext } from '../../organizations/context.ts'
import { findWorkflow, requireRunnable } from '../../workflows/access.ts'
import { findVisibleRun } from '../access.ts'
import { continueDetachedRun } from '../jobs.ts'
import type { StepPayload } from '../log/log-steps.ts'
import { unpackPayload } from '../log/payload.ts'
import { readBeginnings } from '../log/read-log.ts'
import { isWhole } from '../log/stored-output.ts'
import { stepColumns } from '../log/write-steps.ts'
import { queueRun } from '../start-run.ts'
import { type LeasedRun, type RunRow, runFiles, runPayloads, runSteps } from '../table.ts'
import { isOver } from './cancel-run.ts'

/** Payloads are looked through a few at a time, because each may be large. */
const BATCH_SIZE = 10

/**
 * Starts a workflow again as it ran: with the flow, the input and the files of that run. `from_step` begins in the middle: the
 * results of the steps before it go into the new run's log, from where it continues as a run does that has lost its process.
 */
export async function rerunRun(ctx: MemberContext, run_id: string, { from_step, seq }: RerunRun): Promise<LeasedRun> {
  const run = await findVisibleRun(ctx, run_id)
  await requireRepeatable(ctx, run)
  const beginning = (await readBeginnings(ctx, [run.id])).get(run.id)
  if (!beginning) throw dataRemoved()
  const from =
    from_step === undefined ? null : await findVisit(ctx, run, { from_step, seq, steps: beginning.flow.steps })
  if (from !== null) await requireResults(ctx, run, from)
  const taken_over_until = from === null || from === 1 ? null : from - 1
  return ctx.transaction(async (ctx) => {
    const again = await queueRun(ctx, {
      organization_id: run.organization_id,
      workflow_id: run.workflow_id,
      employee_id: run.employee_id,
      conversation_id: null,
      contact_id: null,
      user_id: ctx.user.id,
      parent_run_id: null,
      rerun_of: run.id,
      taken_over_until,
      channel: run.channel,
      message_id: null,
      assistant_message_id: null,
      is_async: true,
      epoch: 0,
      job: continueDetachedRun,
      beginning: { ...beginning, depth: 0, is_debug_mode: ctx.organization.is_debug_mode },
    })
    if (taken_over_until !== null) await takeOver(ctx, run, again, taken_over_until)
    await copyFiles(ctx, run, again, taken_over_until ?? 0)
    return again
  })
}

async function requireRepeatable(ctx: OrgContext, run: RunRow): Promise<void> {
  if (run.workflow_id === null) {
    throw new AppError(
      'conflict',
      'Only a workflow can be run again: an answer belongs to its conversation, which has gone on',
      { code: 'NOT_A_WORKFLOW_RUN' },
    )
  }
  if (!isOver(run)) throw new AppError('conflict', 'The run has not ended', { code: 'RUN_NOT_ENDED' })
  const workflow = await findWorkflow(ctx, run.workflow_id).catch((error) => {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error
    throw new AppError('conflict', 'The workflow was deleted', { code: 'WORKFLOW_DELETED' })
  })
  await requireRunnable(ctx, workflow)
}

const dataRemoved = () =>
  new AppError('conflict', 'What the run worked with is no longer kept', { code: 'RUN_DATA_REMOVED' })

const ownSteps = (run: RunRow) =>
  and(eq(runSteps.run_id, run.id), eq(runSteps.organization_id, run.organization_id), eq(runSteps.cursor, ''))

type Wanted = { from_step: string; seq: number | undefined; steps: object }

/** The number under which the run's own flow came by the step: the last time, where none is named. */
async function findVisit(ctx: OrgContext, run: RunRow, { from_step, seq, steps }: Wanted): Promise<number> {
  const visits = await ctx.db
    .select({ seq: runSteps.seq, cursor: runSteps.cursor })
    .from(runSteps)
    .where(and(eq(runSteps.run_id, run.id), eq(runSteps.step_id, from_step)))
    .orderBy(asc(runSteps.seq))
  const own = visits.filter(({ cursor }) => cursor === '')
  const visit = seq === undefined ? own.at(-1) : own.find((each) => each.seq === seq)
  if (visit) return visit.seq
  if (visits.length > own.length) {
    throw new AppError('conflict', `${from_step} is inside of another step: begin with that one`, {
      code: 'STEP_INSIDE',
    })
  }
  if (!Object.hasOwn(steps, from_step)) {
    throw new AppError('bad_request', `The flow has no step ${from_step}`, { code: 'UNKNOWN_STEP' })
  }
  throw new AppError('conflict', `The run did not come to ${from_step}`, { code: 'STEP_NOT_REACHED' })
}

/** Refused where a result before this step is not there whole. */
async function requireResults(ctx: OrgContext, run: RunRow, from: number): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await ctx.db
      .select({ seq: runSteps.seq, name: runSteps.name, step_id: runSteps.step_id, data: runPayloads.data })
      .from(runSteps)
      .leftJoin(runPayloads, and(eq(runPayloads.run_id, runSteps.run_id), eq(runPayloads.seq, runSteps.seq)))
      .where(and(ownSteps(run), lt(runSteps.seq, from), gt(runSteps.seq, last)))
      .orderBy(asc(runSteps.seq))
      .limit(BATCH_SIZE)
    for (const { data, name, step_id } of rows) {
      await yieldToEventLoop()
      if (!data) throw dataRemoved()
      if (isWhole(unpackPayload(data) as StepPayload)) continue
      throw new AppError('conflict', `The result of ${name || step_id} was too large to be kept whole`, {
        code: 'RESULT_NOT_KEPT',
        data: { step: step_id },
      })
    }
    last = rows.at(-1)?.seq ?? last
    if (rows.length < BATCH_SIZE) return
  }
}

/** The steps under their numbers. */
async function takeOver(ctx: OrgContext, run: RunRow, again: LeasedRun, until: number): Promise<void> {
  const { rows } = await ctx.db.execute<{ missing: number }>(sql`
    with taken as (
      insert into ${runSteps} (run_id, organization_id, ${stepColumns})
      select ${again.id}::uuid, organization_id, ${stepColumns}
      from ${runSteps} where ${ownSteps(run)} and seq <= ${until}::int
      returning seq
    ), payloads as (
      insert into ${runPayloads} (run_id, organization_id, seq, data)
      select ${again.id}::uuid, organization_id, seq, data
      from ${runPayloads} where run_id = ${run.id}::uuid and seq in (select seq from taken)
      returning seq
    )
    select ((select count(*) from taken) - (select count(*) from payloads))::int as missing`)
  // They may be removed at this moment.
  if (rows[0]?.missing !== 0) throw dataRemoved()
}

/** The large body that the run was started with, and the files of its steps and of the executions inside them. */
async function copyFiles(ctx: OrgContext, run: RunRow, again: LeasedRun, until: number): Promise<void> {
  const files = await ctx.db
    .select()
    .from(runFiles)
    .where(and(eq(runFiles.run_id, run.id), lte(runFiles.seq, until)))
  if (files.length === 0) return
  await ctx.db.insert(runFiles).values(files.map((file) => ({ ...file, id: newId(), run_id: again.id })))
}

import { and, asc, count, eq } from 'drizzle-orm'
import { MAX_STEPS_SHOWN } from '#contracts/log-names.ts'
import { type RunDetail, StepSummary } from '#contracts/logged-runs.ts'
import { saveTemporaryTitle } from '../conversations/titles/save-temporary-title.ts'
import type { MemberContext } from '../organizations/context.ts'
import { findVisibleRun, visibleRuns } from '../runs/access.ts'
import { findFailedStep } from '../runs/log/find-failed-step.ts'
import { readBeginnings } from '../runs/log/read-log.ts'
import { type RunRow, runSteps, runs } from '../runs/table.ts'
import { aiEmployees } from '../teammates/table.ts'
import { durationMs, presentRun } from './present.ts'
import { readRow } from './read-rows.ts'
import { readSteps } from './read-steps.ts'
import { presentFiles } from './run-files.ts'

const DAY_MS = 86_400_000
const MAX_CHILDREN = 100

/** A run with its steps; `workflow_id` where it must be a run of that one. */
export async function showRun(ctx: MemberContext, id: string, workflow_id?: string): Promise<RunDetail> {
  const run = await findVisibleRun(ctx, id, workflow_id)
  if (run.conversation_id) await saveTemporaryTitle(ctx, run.conversation_id)
  // Before its steps: a run that ends meanwhile must not be shown as ended with steps that are still open.
  const logged = await readRow(ctx, run)
  const [beginnings, failed_step, steps, total, children, reruns, files] = await Promise.all([
    readBeginnings(ctx, [run.id]),
    findFailedStep(ctx, logged.run),
    readSteps(ctx, run, { limit: MAX_STEPS_SHOWN }),
    ctx.db.select({ steps: count() }).from(runSteps).where(eq(runSteps.run_id, run.id)),
    listChildren(ctx, run),
    listReruns(ctx, run),
    presentFiles(ctx, run),
  ])
  const beginning = beginnings.get(run.id)
  const listed = presentRun(ctx, logged)
  const summaries = steps.map((step) => StepSummary.parse(step))
  return {
    ...listed,
    state: { ...listed.state, steps: summaries },
    flow: beginning?.flow ?? null,
    input: beginning?.input ?? null,
    failed_step,
    steps,
    steps_total: total[0]?.steps ?? 0,
    children,
    reruns,
    files,
    payloads_removed_at: beginning ? null : removedAt(ctx, run),
  }
}

/** They are removed within the hour in which their time is over. */
function removedAt(ctx: MemberContext, run: RunRow): string {
  const ended = run.completed_at ?? run.failed_at ?? run.cancelled_at ?? run.created_at
  const due = ended.getTime() + ctx.ports.config.RUN_PAYLOAD_RETENTION_DAYS * DAY_MS
  return new Date(Math.min(due, ctx.now().getTime())).toISOString()
}

async function listChildren(ctx: MemberContext, run: RunRow): Promise<RunDetail['children']> {
  const rows = await ctx.db
    .select({ child: runs, employee_name: aiEmployees.name })
    .from(runs)
    .leftJoin(aiEmployees, eq(aiEmployees.id, runs.employee_id))
    .where(and(eq(runs.parent_run_id, run.id), visibleRuns(ctx)))
    .orderBy(asc(runs.id))
    .limit(MAX_CHILDREN)
  return rows.map(({ child, employee_name }) => ({
    run_id: child.id,
    employee_name,
    status: child.status,
    created_at: child.created_at.toISOString(),
    duration_ms: durationMs(child),
    input_tokens: child.input_tokens,
    output_tokens: child.output_tokens,
    usd_cost: child.usd_cost,
  }))
}

async function listReruns(ctx: MemberContext, run: RunRow): Promise<RunDetail['reruns']> {
  const rows = await ctx.db
    .select({ run_id: runs.id, status: runs.status, created_at: runs.created_at })
    .from(runs)
    .where(and(eq(runs.rerun_of, run.id), visibleRuns(ctx)))
    .orderBy(asc(runs.id))
    .limit(MAX_CHILDREN)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

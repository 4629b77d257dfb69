import { and, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { conversationTasks, runCancelRequested, runQueued } from '../jobs.ts'
import { type RunRow, runLeases, runSuspensions, runs } from '../table.ts'

export const isOver = ({ status }: Pick<RunRow, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

/**
 * Requests a stop: marks the lease, or gives a waiting run a lease with the mark. One statement that locks the suspensions first,
 * so that a run that ends at this moment does not get a lease again.
 */
const requestCancel = defineStatement(
  'cancel_run',
  { run_id: 'uuid' },
  (p) => sql`
  with asked as (
    update ${runLeases} set cancel_requested = true where run_id = ${p.run_id} returning run_id
  )
  insert into ${runLeases} (run_id, organization_id, job, attempts, tries_from, cancel_requested)
  select run_id, min(organization_id::text)::uuid, min(job), max(attempts), max(attempts), true from (
    select * from ${runSuspensions} where run_id = ${p.run_id} and not exists (select 1 from asked) order by seq for update
  ) as waiting
  group by run_id
  on conflict (run_id) do update set cancel_requested = true`,
)

/** Asks a run to stop. The process that executes it is notified immediately; a waiting run is queued to be ended. */
export async function cancelRun(ctx: Context, run: RunRow): Promise<void> {
  await requestCancel(ctx.db, { run_id: run.id })
  await ctx.emit(runCancelRequested, { run_id: run.id })
  if (run.status !== 'running') await ctx.emit(runQueued, {})
}

/**
 * Stops the unfinished runs of a conversation, waiting ones included; drafts and translations only with
 * `with_tasks`.
 */
export async function cancelRunsOfConversation(
  ctx: OrgContext,
  conversation_id: string,
  { with_tasks }: { with_tasks: boolean },
): Promise<void> {
  const unfinished = await ctx.db
    .select({ run: runs })
    .from(runs)
    .leftJoin(runLeases, eq(runLeases.run_id, runs.id))
    .where(
      and(
        eq(runs.organization_id, ctx.organization.id),
        eq(runs.conversation_id, conversation_id),
        inArray(runs.status, ['queued', 'running', 'suspended']),
        with_tasks ? undefined : or(isNull(runLeases.job), notInArray(runLeases.job, [...conversationTasks])),
      ),
    )
  for (const { run } of unfinished) await cancelRun(ctx, run)
}

/**
 * Stops whatever a teammate is at, also what waits. What is not over is found by its leases and suspensions: a teammate may
 * have a million runs that are.
 */
export async function cancelRunsOfTeammate(
  ctx: Context,
  { id, organization_id }: { id: string; organization_id: string },
): Promise<void> {
  const leased = ctx.db
    .select({ run_id: runLeases.run_id })
    .from(runLeases)
    .where(eq(runLeases.organization_id, organization_id))
  const waiting = ctx.db
    .select({ run_id: runSuspensions.run_id })
    .from(runSuspensions)
    .where(eq(runSuspensions.organization_id, organization_id))
  const unfinished = await ctx.db
    .select()
    .from(runs)
    .where(and(inArray(runs.id, leased.union(waiting)), eq(runs.employee_id, id)))
  for (const run of unfinished) await cancelRun(ctx, run)
}

/** Stops what the personal assistant of a removed person is at in the organization. */
export async function cancelPersonalRuns(
  ctx: Context,
  { id: user_id, organization_id }: { id: string; organization_id: string },
): Promise<void> {
  const assistants = await ctx.db
    .select({ id: aiEmployees.id })
    .from(aiEmployees)
    .where(and(eq(aiEmployees.organization_id, organization_id), eq(aiEmployees.owned_by_user_id, user_id)))
  for (const { id } of assistants) await cancelRunsOfTeammate(ctx, { id, organization_id })
}

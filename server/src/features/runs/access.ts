import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { aiEmployees } from '../teammates/table.ts'
import { holder } from './live-runs.ts'
import { type RunRow, runLeases, runSuspensions, runs } from './table.ts'

/** A run of the organization, whoever asks; what a person may see of it is for the logs to decide. */
export async function findRunInOrganization(ctx: OrgContext, id: string, missing = 'Run not found'): Promise<RunRow> {
  const [row] = await ctx.db
    .select()
    .from(runs)
    .where(and(eq(runs.id, id), eq(runs.organization_id, ctx.organization.id)))
  if (!row) throw new AppError('not_found', missing)
  return row
}

/** For callers that are not a person: any run but those of personal assistants. */
export async function findRunForKey(ctx: OrgContext, id: string, missing: string): Promise<RunRow> {
  const run = await findRunInOrganization(ctx, id, missing)
  if (run.employee_id === null) return run
  const [personal] = await ctx.db
    .select({ id: aiEmployees.id })
    .from(aiEmployees)
    .where(and(eq(aiEmployees.id, run.employee_id), isNotNull(aiEmployees.owned_by_user_id)))
  if (personal) throw new AppError('not_found', missing)
  return run
}

/** Whether a run has not ended: it is executed, queued, or waits. */
export async function isActive(ctx: Context, run_id: string): Promise<boolean> {
  const leased = ctx.db.select({ run_id: runLeases.run_id }).from(runLeases).where(eq(runLeases.run_id, run_id))
  const waiting = ctx.db
    .select({ run_id: runSuspensions.run_id })
    .from(runSuspensions)
    .where(eq(runSuspensions.run_id, run_id))
  const rows = await leased.union(waiting)
  return rows.length > 0
}

/** The other processes that execute runs of a conversation. */
export async function listOtherHolders(ctx: OrgContext, conversation_id: string): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ holder: runLeases.holder })
    .from(runs)
    .innerJoin(runLeases, eq(runLeases.run_id, runs.id))
    .where(
      and(
        eq(runs.organization_id, ctx.organization.id),
        eq(runs.conversation_id, conversation_id),
        inArray(runs.status, ['queued', 'running', 'suspended']),
        ne(runLeases.holder, holder),
      ),
    )
  return new Set(rows.flatMap((row) => row.holder ?? []))
}

/** Those of these runs that another process executes. */
export async function listHeldElsewhere(ctx: Context, run_ids: string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ run_id: runLeases.run_id })
    .from(runLeases)
    .where(and(inArray(runLeases.run_id, run_ids), isNotNull(runLeases.holder), ne(runLeases.holder, holder)))
  return new Set(rows.map(({ run_id }) => run_id))
}

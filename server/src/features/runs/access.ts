import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/database.ts'
import { AppError } from '#platform/error.ts'
import { isAdmin } from '../organizations/access.ts'
import type { MemberContext, OrgContext } from '../organizations/context.ts'
import { visibleTeammates } from '../teammates/access.ts'
import { aiEmployees } from '../teammates/table.ts'
import { holder } from './queue/live-runs.ts'
import { type RunRow, runLeases, runSuspensions, runs } from './table.ts'

/** A run of the organization, no matter who asks; what a person may see of it is for the logs to decide. */
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

/**
 * Which runs a person sees, for any query over `runs`: owners and admins those of every regular teammate, deleted ones
 * too, because what they spent stays spent, and those of the organization itself; members those of the teammates that
 * they see; everyone those of their own personal assistant, which nobody else sees. Lists, details, exports, answers and, by
 * `runAudience` of the logs, pushes go by the same rule.
 */
export function visibleRuns(viewer: Parameters<typeof visibleTeammates>[0] & { db: Db }): SQL | undefined {
  const { db, organization, user, role } = viewer
  const ofOrganization = eq(runs.organization_id, organization.id)
  const teammates = db.select({ id: aiEmployees.id }).from(aiEmployees)
  if (!isAdmin(role)) return and(ofOrganization, inArray(runs.employee_id, teammates.where(visibleTeammates(viewer))))
  const regularOrOwn = and(
    eq(aiEmployees.organization_id, organization.id),
    or(isNull(aiEmployees.owned_by_user_id), eq(aiEmployees.owned_by_user_id, user.id)),
  )
  return and(ofOrganization, or(isNull(runs.employee_id), inArray(runs.employee_id, teammates.where(regularOrOwn))))
}

/** 404 alike for a run that does not exist, one that the caller does not see, and another organization's. */
export async function findVisibleRun(ctx: MemberContext, id: string, workflow_id?: string): Promise<RunRow> {
  const [run] = await ctx.db
    .select()
    .from(runs)
    .where(and(eq(runs.id, id), workflow_id ? eq(runs.workflow_id, workflow_id) : undefined, visibleRuns(ctx)))
  if (!run) throw new AppError('not_found', 'Run not found')
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

/** The runs of the list that another process executes. */
export async function listRunningElsewhere(ctx: Context, run_ids: string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ run_id: runLeases.run_id })
    .from(runLeases)
    .where(and(inArray(runLeases.run_id, run_ids), isNotNull(runLeases.holder), ne(runLeases.holder, holder)))
  return new Set(rows.map(({ run_id }) => run_id))
}

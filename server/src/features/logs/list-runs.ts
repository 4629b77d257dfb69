import { and, asc, lte, sql } from 'drizzle-orm'
import type { ListedRun, StepSummary } from '#contracts/logged-runs.ts'
import type { RunQuery } from '#contracts/logs.ts'
import type { Role } from '#contracts/organizations.ts'
import { isAny } from '#platform/db/is-any.ts'
import { type Page, pageOfRows } from '#platform/db/paginate.ts'
import { definePrepared } from '#platform/db/prepared.ts'
import { isAdmin } from '../organizations/access.ts'
import type { MemberContext } from '../organizations/context.ts'
import { visibleRuns } from '../runs/access.ts'
import { readBeginnings } from '../runs/log/read-log.ts'
import { runSteps, runs } from '../runs/table.ts'
import { anyViewer } from '../teammates/access.ts'
import { filterRuns } from './filter-runs.ts'
import { presentRun, presentStep } from './present.ts'
import { readRows } from './read-rows.ts'

/** Of each run of a list; its detail has more. */
const MAX_STEPS_LISTED = 100
/** Of what runs began with: a list is written in one go. */
const MAX_BYTES_LISTED = 8 * 1024 * 1024

/** All runs that someone of this role sees, built once. It has no name, and so is planned again for each organization's numbers. */
const allSeenBy = (role: Role) =>
  definePrepared((db) =>
    readRows({ db }, visibleRuns({ ...anyViewer, db, role }), {
      limit: sql.placeholder('limit'),
      offset: sql.placeholder('offset'),
    }).prepare(''),
  )
const allRuns = { admin: allSeenBy('admin'), member: allSeenBy('member') }

/** A page of the runs that the caller may see, newest first. */
export async function listRuns(
  ctx: MemberContext,
  { page, limit, exclude, ...filter }: RunQuery,
): Promise<Page<ListedRun>> {
  const where = await filterRuns(ctx, visibleRuns(ctx), filter)
  const offset = (page - 1) * limit
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const rows = isFiltered
    ? readRows(ctx, where, { limit, offset })
    : allRuns[isAdmin(ctx.role) ? 'admin' : 'member'](ctx.db).execute({
        organization_id: ctx.organization.id,
        user_id: ctx.user.id,
        limit,
        offset,
      })
  const matching = ctx.db.select({ one: sql`1` }).from(runs).where(where).getSQL()
  const found = await pageOfRows(ctx.db, rows, matching, { page, limit })
  const data = found.data.map((row) => presentRun(ctx, row))
  return { ...found, data: exclude ? data : await inFull(ctx, data) }
}

/** With the flow and the steps, which a list seldom needs. */
async function inFull(ctx: MemberContext, data: ListedRun[]): Promise<ListedRun[]> {
  const ids = data.map(({ run_id }) => run_id)
  const beginnings = await readBeginnings(ctx, ids, MAX_BYTES_LISTED)
  const steps = await ctx.db
    .select()
    .from(runSteps)
    .where(and(isAny(runSteps.run_id, ids), lte(runSteps.seq, MAX_STEPS_LISTED)))
    .orderBy(asc(runSteps.run_id), asc(runSteps.seq))
  const found = new Map(data.map((run) => [run.run_id, { run, summaries: [] as StepSummary[] }]))
  for (const step of steps) {
    const of = found.get(step.run_id)
    of?.summaries.push(presentStep(step, of.run))
  }
  return data.map((run) => ({
    ...run,
    state: { ...run.state, steps: found.get(run.run_id)?.summaries ?? [] },
    flow: beginnings.get(run.run_id)?.flow ?? null,
  }))
}

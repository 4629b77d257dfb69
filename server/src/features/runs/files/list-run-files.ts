import { and, asc, eq, not, sql } from 'drizzle-orm'
import { definePrepared } from '#platform/db/prepared.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type RunFileRow, runFiles } from '../table.ts'

const isOfRun = and(
  eq(runFiles.run_id, sql.placeholder('run_id')),
  eq(runFiles.organization_id, sql.placeholder('organization_id')),
)

/** The files that a run made, without those that it was sent. */
const madeByRun = definePrepared((db) =>
  db
    .select()
    .from(runFiles)
    .where(and(isOfRun, not(runFiles.is_received)))
    .orderBy(asc(runFiles.id))
    .prepare('list_run_files'),
)

/** The files that a run made, the earliest first. */
export const listRunFiles = (ctx: OrgContext, run_id: string): Promise<RunFileRow[]> =>
  madeByRun(ctx.db).execute({ run_id, organization_id: ctx.organization.id })

/** The large request bodies that a run was sent, the earliest first. */
export const listReceivedFiles = (ctx: OrgContext, run_id: string): Promise<RunFileRow[]> =>
  ctx.db
    .select()
    .from(runFiles)
    .where(
      and(
        eq(runFiles.run_id, run_id),
        eq(runFiles.organization_id, ctx.organization.id),
        eq(runFiles.is_received, true),
      ),
    )
    .orderBy(asc(runFiles.id))

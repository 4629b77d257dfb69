import { and, asc, eq, sql } from 'drizzle-orm'
import { definePrepared } from '#platform/db/prepared.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type RunFileRow, runFiles } from './table.ts'

const ofRun = definePrepared((db) =>
  db
    .select()
    .from(runFiles)
    .where(
      and(
        eq(runFiles.run_id, sql.placeholder('run_id')),
        eq(runFiles.organization_id, sql.placeholder('organization_id')),
      ),
    )
    .orderBy(asc(runFiles.id))
    .prepare('list_run_files'),
)

/** The files that a run made, the earliest first. */
export const listRunFiles = (ctx: OrgContext, run_id: string): Promise<RunFileRow[]> =>
  ofRun(ctx.db).execute({ run_id, organization_id: ctx.organization.id })

import { and, asc, eq } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { type RunFileRow, runFiles } from './table.ts'

/** The files that a run made, the earliest first. */
export const listRunFiles = (ctx: OrgContext, run_id: string): Promise<RunFileRow[]> =>
  ctx.db
    .select()
    .from(runFiles)
    .where(and(eq(runFiles.run_id, run_id), eq(runFiles.organization_id, ctx.organization.id)))
    .orderBy(asc(runFiles.id))

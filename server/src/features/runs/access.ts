import { and, eq } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type RunRow, runs } from './table.ts'

/** A run of the organization, whoever asks; what a person may see of it is for the logs to decide. */
export async function findRunInOrganization(ctx: OrgContext, id: string, missing = 'Run not found'): Promise<RunRow> {
  const [row] = await ctx.db
    .select()
    .from(runs)
    .where(and(eq(runs.id, id), eq(runs.organization_id, ctx.organization.id)))
  if (!row) throw new AppError('not_found', missing)
  return row
}

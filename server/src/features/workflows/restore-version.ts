import { UpdateWorkflow } from '#contracts/workflows.ts'
import { AppError } from '#platform/error.ts'
import { isAdmin } from '../organizations/access.ts'
import type { MemberContext } from '../organizations/context.ts'
import { noSuchVersion } from '../versions/restore-version.ts'
import type { EntityVersionRow } from '../versions/table.ts'
import { findWorkflow } from './access.ts'
import type { WorkflowRow } from './table.ts'
import { updateWorkflow } from './update-workflow.ts'

/** Brings back an earlier flow, as a change like any other: it makes a version of its own. */
export async function restoreVersion(
  ctx: MemberContext,
  { entity_id, snapshot }: EntityVersionRow,
): Promise<WorkflowRow> {
  // Members see no workflows, and so no version of one.
  if (!isAdmin(ctx.role)) throw noSuchVersion()
  const { id } = await findWorkflow(ctx, entity_id)
  const { version: _, ...kept } = snapshot
  const parsed = UpdateWorkflow.safeParse(kept)
  if (!parsed.success) {
    throw new AppError('conflict', 'This version can no longer be restored', { cause: parsed.error })
  }
  return updateWorkflow(ctx, id, parsed.data)
}

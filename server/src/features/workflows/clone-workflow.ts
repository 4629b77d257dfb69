import { and, eq, isNull } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import { AppError } from '#platform/error.ts'
import { isAdmin, requireActive } from '../organizations/access.ts'
import type { MemberContext } from '../organizations/context.ts'
import { memberships, organizations } from '../organizations/table.ts'
import { findWorkflow } from './access.ts'
import type { WorkflowRow } from './table.ts'
import { exportWorkflow, importWorkflow } from './workflow-file.ts'

/** Copies a workflow into another organization of the same admin, as if by a file. */
export async function cloneWorkflow(ctx: MemberContext, id: string, organization_id: string): Promise<WorkflowRow> {
  const file = await exportWorkflow(ctx, await findWorkflow(ctx, id))
  const [target] = await ctx.db
    .select({ organization: organizations, role: memberships.role })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organization_id))
    .where(
      and(
        eq(memberships.organization_id, organization_id),
        eq(memberships.user_id, ctx.user.id),
        isNull(memberships.removed_at),
      ),
    )
  if (!target) throw new AppError('not_found', 'Organization not found')
  const { organization, role } = target
  requireActive(organization)
  if (!isAdmin(role)) throw new AppError('forbidden', 'You are not allowed to do this')
  return importWorkflow(extendContext(ctx, { organization, role }), file)
}

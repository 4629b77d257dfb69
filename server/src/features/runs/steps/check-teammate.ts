import { AppError } from '#platform/error.ts'
import type { StepProblem } from '#platform/step.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findTeammateInOrganization } from '../../teammates/access.ts'

/** A flow may name any teammate of its organization but the personal assistants. */
export async function checkTeammate(ctx: OrgContext, employee_id: string): Promise<StepProblem[]> {
  try {
    await findTeammateInOrganization(ctx, employee_id)
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [{ field: 'employee_id', message: 'The teammate does not exist, or was deleted' }]
  }
}

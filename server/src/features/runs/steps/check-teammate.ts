import { AppError } from '#platform/error.ts'
import type { StepProblem } from '#platform/step.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findTeammateInOrganization } from '../../teammates/access.ts'
import { namedTools } from '../tools/read-tools.ts'

/**
 * A flow may name any teammate of its organization except personal assistants, and tools of this server or of its toolsets.
 */
export async function checkTools(
  ctx: OrgContext,
  employee_id: string,
  field: string,
  names: readonly string[],
): Promise<StepProblem[]> {
  const missing = (found: readonly string[]) =>
    names.filter((name) => !found.includes(name)).map((name) => ({ field, message: `There is no tool ${name}` }))
  try {
    const teammate = await findTeammateInOrganization(ctx, employee_id)
    return missing((await namedTools(ctx, teammate, names)).map(({ name }) => name))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const found = names.filter((name) => ctx.ports.tools.has(name))
    return [{ field: 'employee_id', message: 'The teammate does not exist, or was deleted' }, ...missing(found)]
  }
}

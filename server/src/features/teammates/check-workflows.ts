import { validationError } from '#platform/http/errors.ts'
import type { OrgContext } from '../organizations/context.ts'

/** Which of these ids are workflows of the organization. */
type FindWorkflowIds = (ctx: OrgContext, ids: string[]) => Promise<string[]>

let findIds: FindWorkflowIds | null = null

/** Workflows are above teammates, so that feature declares how they are found. */
export function defineWorkflowIds(find: FindWorkflowIds): void {
  findIds = find
}

/** Those of these that are still there. */
export const existingWorkflows = async (ctx: OrgContext, ids: string[]): Promise<string[]> => {
  if (ids.length === 0 || !findIds) return ids
  const found = await findIds(ctx, ids)
  return ids.filter((id) => found.includes(id))
}

/** Refuses workflows that are not there. One that the teammate has already may have been deleted since, and stays. */
export async function checkWorkflows(ctx: OrgContext, ids: string[] = [], before: string[] = []): Promise<void> {
  const added = ids.filter((id) => !before.includes(id))
  const found = await existingWorkflows(ctx, added)
  if (found.length < added.length)
    throw validationError([{ path: 'workflow_ids', message: 'There is no such workflow' }])
}

import type { Flow } from '#contracts/flows.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findWorkflow, requireRunnable } from '../../workflows/access.ts'
import { RunFailure } from '../run-outcome.ts'

/** Another workflow in the version of the call, even if it changes meanwhile. */
export type Called = { flow: Flow; starting_step_id: string }

export async function readCalled(ctx: OrgContext, workflow_id: string): Promise<Called> {
  const workflow = await findWorkflow(ctx, workflow_id).catch(absent)
  if (!workflow) throw new RunFailure('STEP_FAILED', 'The workflow that is to be called does not exist, or was deleted')
  const { flow, starting_step_id } = await requireRunnable(ctx, workflow).catch((error) => {
    if (!(error instanceof AppError)) throw error
    throw new RunFailure('STEP_FAILED', `The workflow ${workflow.name} cannot be called: it is a draft`, error)
  })
  return { flow, starting_step_id }
}

export function absent(error: unknown): null {
  if (error instanceof AppError && error.kind === 'not_found') return null
  throw error
}

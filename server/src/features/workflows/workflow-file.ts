import type { Flow } from '#contracts/flows.ts'
import type { WorkflowFile } from '#contracts/workflows.ts'
import type { OrgContext } from '../organizations/context.ts'
import { textsIn } from '../variables/fill-variables.ts'
import { createMissing, namedVariables } from '../variables/named-variables.ts'
import { variablesIn } from '../variables/read-values.ts'
import { createWorkflow } from './create-workflow.ts'
import type { WorkflowRow } from './table.ts'

/**
 * A workflow without anything of its organization: its variables are named, and their values stay where they are. So does pinned
 * data, which is what steps have answered here.
 */
export async function exportWorkflow(ctx: OrgContext, row: WorkflowRow): Promise<WorkflowFile> {
  const { name, description, starting_step_id } = row
  const flow = row.flow && withoutPinned(row.flow)
  return {
    format: 'alongside.workflow',
    format_version: 1,
    name,
    description,
    flow,
    starting_step_id,
    variables: await namedVariables(ctx, variablesOfFlow(flow)),
  }
}

const withoutPinned = (flow: Flow): Flow => ({
  ...flow,
  steps: Object.fromEntries(Object.entries(flow.steps).map(([id, { pinned: _, ...step }]) => [id, step])),
})

export function importWorkflow(ctx: OrgContext, file: WorkflowFile): Promise<WorkflowRow> {
  const { name, description, flow, starting_step_id } = file
  return ctx.transaction(async (ctx) => {
    await createMissing(ctx, file.variables)
    return createWorkflow(ctx, { name, description, flow, starting_step_id })
  })
}

/** The names of variables that a flow has in its texts, and those that its code reads. */
export function variablesOfFlow(flow: Flow | null): Set<string> {
  const named = new Set(variablesIn(textsIn(flow)))
  for (const { env_variables } of Object.values(flow?.steps ?? {})) {
    if (Array.isArray(env_variables)) for (const name of env_variables) named.add(String(name))
  }
  return named
}

import type { WorkflowFile } from '#contracts/workflows.ts'
import type { OrgContext } from '../organizations/context.ts'
import { activeVariables, missingVariables } from '../variables/access.ts'
import { createVariable } from '../variables/create-variable.ts'
import { textsIn } from '../variables/fill-variables.ts'
import { variablesIn } from '../variables/read-values.ts'
import { variables } from '../variables/table.ts'
import { createWorkflow } from './create-workflow.ts'
import type { WorkflowRow } from './table.ts'

/** A workflow without anything of its organization: its variables are named, and their values stay where they are. */
export async function exportWorkflow(ctx: OrgContext, row: WorkflowRow): Promise<WorkflowFile> {
  const { name, description, flow, starting_step_id } = row
  return {
    format: 'alongside.workflow',
    format_version: 1,
    name,
    description,
    flow,
    starting_step_id,
    variables: await variablesNamed(ctx, row),
  }
}

/** The variables that it names and the organization does not have are made, empty, so that they need only be filled in. */
export async function importWorkflow(ctx: OrgContext, file: WorkflowFile): Promise<WorkflowRow> {
  const { name, description, flow, starting_step_id } = file
  return ctx.transaction(async (ctx) => {
    const missing = await missingVariables(
      ctx,
      file.variables.map(({ placeholder }) => placeholder),
    )
    const toCreate = file.variables.filter(({ placeholder }) => missing.delete(placeholder))
    for (const { placeholder, is_secret } of toCreate) await createVariable(ctx, { placeholder, is_secret, value: '' })
    return createWorkflow(ctx, { name, description, flow, starting_step_id })
  })
}

async function variablesNamed(ctx: OrgContext, { flow }: WorkflowRow): Promise<WorkflowFile['variables']> {
  const named = new Set(variablesIn(textsIn(flow)))
  for (const { env_variables } of Object.values(flow?.steps ?? {})) {
    if (Array.isArray(env_variables)) for (const name of env_variables) named.add(String(name))
  }
  const kept = await ctx.db
    .select({ placeholder: variables.placeholder, is_secret: variables.is_secret })
    .from(variables)
    .where(activeVariables(ctx))
    .orderBy(variables.placeholder)
  return kept.filter(({ placeholder }) => named.has(placeholder))
}

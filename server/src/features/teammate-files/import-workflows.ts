import type { Flow } from '#contracts/flows.ts'
import type { FileWorkflow } from '#contracts/teammate-files.ts'
import type { OrgContext } from '../organizations/context.ts'
import { mapTexts } from '../variables/fill-variables.ts'
import { createWorkflow } from '../workflows/create-workflow.ts'
import type { WorkflowRow } from '../workflows/table.ts'
import { updateWorkflow } from '../workflows/update-workflow.ts'
import { workflowsIn } from './workflows-of-file.ts'

type Taken = { tool_ids: string[]; drafts: string[] }

/**
 * Makes workflows that name each other, and their teammate, by the ids that they have from now on; `ids` are those of the
 * teammate. Workflows that call each other in a circle are made empty first.
 */
export async function importWorkflows(
  ctx: OrgContext,
  files: readonly FileWorkflow[],
  ids: Map<string, string>,
): Promise<Taken> {
  const inFile = new Set(files.map(({ id }) => id))
  const made: { file: FileWorkflow; row: WorkflowRow; isEmpty: boolean }[] = []
  for (const file of files) {
    const { id, name, description, flow, starting_step_id } = file
    const isEmpty = workflowsIn(flow).some((called) => inFile.has(called) && !ids.has(called))
    const given = isEmpty ? {} : { flow: renamed(flow, ids), starting_step_id }
    const row = await createWorkflow(ctx, { name, description, ...given })
    ids.set(id, row.id)
    made.push({ file, row, isEmpty })
  }
  const rows: WorkflowRow[] = []
  for (const { file, row, isEmpty } of made) {
    const { flow, starting_step_id } = file
    rows.push(isEmpty ? await updateWorkflow(ctx, row.id, { flow: renamed(flow, ids), starting_step_id }) : row)
  }
  return {
    tool_ids: rows.filter((_, at) => files[at]?.is_tool).map(({ id }) => id),
    drafts: rows.filter(({ is_draft }) => is_draft).map(({ name }) => name),
  }
}

const renamed = (flow: Flow | null, ids: ReadonlyMap<string, string>): Flow | null =>
  mapTexts(flow, (text) => ids.get(text) ?? text) as Flow | null

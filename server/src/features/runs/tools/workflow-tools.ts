import { AppError } from '#platform/error.ts'
import type { Tool } from '#platform/tool.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import { findPublished } from '../../workflows/access.ts'
import { inputSchema, isInputName } from '../../workflows/declared-inputs.ts'
import { inputsOf } from '../../workflows/inputs-of.ts'
import type { WorkflowRow } from '../../workflows/table.ts'
import { type Called, readCalled } from '../steps/read-called.ts'

/** A workflow of the teammate, which is executed inside the step of the model that calls it. */
type WorkflowTool = Pick<Tool, 'name' | 'description' | 'input' | 'input_schema'> & {
  readonly workflow_id: string
  /** The workflow as it was when this was read. */
  readonly called: Called
}

export type Callable = Tool<ToolScope> | WorkflowTool

/** Teammates may ask each other and call workflows that ask teammates, but not in circles without an end. */
export const MAX_DEPTH = 3
const MAX_NAME_LENGTH = 40
/** Vendors refuse a longer one. */
const MAX_DESCRIPTION_LENGTH = 1000

/** The workflows of a teammate as its model may call them: those that run, each under a name of its own. */
export async function readWorkflowTools(ctx: OrgContext, workflow_ids: string[]): Promise<WorkflowTool[]> {
  if (workflow_ids.length === 0) return []
  const found = await findPublished(ctx, workflow_ids)
  const taken = new Set<string>()
  return workflow_ids
    .flatMap((id) => found.find((row) => row.id === id) ?? [])
    .flatMap((row) => toolFor(ctx, row, taken))
}

function toolFor(ctx: OrgContext, workflow: WorkflowRow, taken: Set<string>): WorkflowTool | [] {
  const { flow, starting_step_id } = workflow
  if (!flow || !starting_step_id) return []
  const inputs = inputsOf(ctx, flow).filter(isInputName)
  const about = workflow.description.trim()
  return {
    name: freeName(workflow.name, taken),
    description: `Runs the workflow "${workflow.name}" and returns its result. ${about}`
      .trim()
      .slice(0, MAX_DESCRIPTION_LENGTH)
      .toWellFormed(),
    input: inputSchema(flow, inputs),
    workflow_id: workflow.id,
    called: { flow, starting_step_id },
  }
}

/** In the way of the names of tools: `workflow.` sets them apart from all others, a number from each other. */
function freeName(name: string, taken: Set<string>): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(/^_|_$/g, '')
  const wished = `workflow.${plain || 'unnamed'}`
  let given = wished
  for (let n = 2; taken.has(given); n++) given = `${wished}_${n}`
  taken.add(given)
  return given
}

/** The flow to execute where a model calls a workflow. */
export function beginWorkflow({ ctx, depth }: ToolScope, tool: Callable | null): Promise<Called> {
  if (!tool || !('workflow_id' in tool)) throw new AppError('not_found', 'The workflow no longer exists')
  if (depth >= MAX_DEPTH) throw new AppError('conflict', 'Too many teammates and workflows are calling each other')
  return readCalled(ctx, tool.workflow_id)
}

import { and, inArray } from 'drizzle-orm'
import type { Flow } from '#contracts/flows.ts'
import { type FileWorkflow, MAX_WORKFLOWS } from '#contracts/teammate-files.ts'
import type { OrgContext } from '../organizations/context.ts'
import { liveWorkflows } from '../workflows/access.ts'
import { type WorkflowRow, workflows } from '../workflows/table.ts'
import { tooLarge } from './too-large.ts'

/** A teammate's workflows with all that they call, each after those that it calls unless they call it, too. */
export async function workflowsOfFile(ctx: OrgContext, ids: readonly string[]): Promise<FileWorkflow[]> {
  const found = await readReachable(ctx, ids)
  const tools = new Set(ids)
  const ordered: WorkflowRow[] = []
  const seen = new Set<string>()
  const visit = (id: string) => {
    const row = found.get(id)
    if (!row || seen.has(id)) return
    seen.add(id)
    for (const called of workflowsIn(row.flow)) visit(called)
    ordered.push(row)
  }
  for (const id of ids) visit(id)
  return ordered.map(({ id, name, description, flow, starting_step_id }) => ({
    id,
    is_tool: tools.has(id),
    name,
    description,
    flow,
    starting_step_id,
  }))
}

/** A level of calls at a time, so that a workflow that many others call is read once. */
async function readReachable(ctx: OrgContext, ids: readonly string[]): Promise<Map<string, WorkflowRow>> {
  const found = new Map<string, WorkflowRow>()
  let wanted = [...ids]
  while (wanted.length > 0) {
    const rows = await ctx.db
      .select()
      .from(workflows)
      .where(and(liveWorkflows(ctx), inArray(workflows.id, wanted)))
      .limit(MAX_WORKFLOWS + 1)
    for (const row of rows) found.set(row.id, row)
    if (found.size > MAX_WORKFLOWS) throw tooLarge(`This teammate works with more than ${MAX_WORKFLOWS} workflows`)
    wanted = [...new Set(rows.flatMap(({ flow }) => workflowsIn(flow)))].filter((id) => !found.has(id))
  }
  return found
}

/** The workflows that a flow calls. */
export function workflowsIn(flow: Flow | null): string[] {
  const steps = Object.values(flow?.steps ?? {})
  return steps.flatMap(({ type, workflow_id }) =>
    type === 'workflow' && typeof workflow_id === 'string' ? workflow_id.toLowerCase() : [],
  )
}

import type { FlowTool } from '#contracts/workflows.ts'
import type { Context } from '#platform/context.ts'
import { inputSchemaOf, type Tool } from '#platform/tool.ts'
import { readToolsets } from '../integrations/read-toolsets.ts'
import type { OrgContext } from '../organizations/context.ts'
import { readSkillTools } from '../skills/read-skill-tools.ts'
import { findTeammateInOrganization, noSuchTeammate } from '../teammates/access.ts'
import { isHidden } from '../teammates/hidden-teammates.ts'
import type { ToolScope } from '../teammates/tools/tool-scope.ts'

/** What a step may call: this server's tools, and those that only the step's teammate has. */
export async function listFlowTools(ctx: OrgContext, employee_id: string | undefined): Promise<FlowTool[]> {
  const own = ownTools(ctx)
  if (employee_id === undefined) return own
  const teammate = await findTeammateInOrganization(ctx, employee_id)
  if (isHidden(teammate)) throw noSuchTeammate()
  const [skills, toolsets] = await Promise.all([readSkillTools(ctx, teammate), readToolsets(ctx, teammate)])
  return [...own, ...[...skills, ...toolsets].map(presentTool)]
}

const known = new WeakMap<object, FlowTool[]>()

/** Worked out once. */
function ownTools({ ports }: Context): FlowTool[] {
  const listed = known.get(ports.tools)
  if (listed) return listed
  const tools = [...ports.tools.values()].map(presentTool).sort((a, b) => (a.name < b.name ? -1 : 1))
  known.set(ports.tools, tools)
  return tools
}

function presentTool(tool: Pick<Tool<ToolScope>, 'name' | 'description' | 'input'>): FlowTool {
  const { name, description } = tool
  return { name, description, input_schema: inputSchemaOf(tool) }
}

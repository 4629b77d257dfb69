import { nameOfTool } from '#contracts/teammate-tools.ts'
import type { Tool } from '#platform/tool.ts'
import { readToolsets } from '../../integrations/read-toolsets.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { isSkillTool, readSkillTools } from '../../skills/read-skill-tools.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { availableTools } from '../../teammates/tools/available-tools.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import { type Callable, readWorkflowTools } from './workflow-tools.ts'

type Own = Tool<ToolScope>

/** What is between the name of a toolset and that of a tool in it; this server's own tools have no such names. */
const IN_TOOLSET = '__'

const ownTool = ({ ports }: OrgContext, name: string) => ports.tools.get(name) as Own | undefined

/** Everything that a teammate may call: the tools that it was given, its skills, the toolsets that are assigned to it, its workflows. */
export async function readTools(ctx: OrgContext, teammate: TeammateRow): Promise<Callable[]> {
  const [skills, toolsets, workflows] = await Promise.all([
    readSkillTools(ctx, teammate),
    readToolsets(ctx, teammate),
    readWorkflowTools(ctx, teammate.workflow_ids),
  ])
  const own = await availableTools(
    ctx,
    teammate.tools.flatMap((tool) => ownTool(ctx, nameOfTool(tool)) ?? []),
  )
  return [...own, ...skills, ...toolsets, ...workflows]
}

/** Those of these tools that there are: this server's, those of skills, and the ones in toolsets of the teammate. */
export async function namedTools(ctx: OrgContext, teammate: TeammateRow, names: readonly string[]): Promise<Own[]> {
  const toolsets = names.some((name) => name.includes(IN_TOOLSET)) ? await readToolsets(ctx, teammate) : []
  const skills = names.some(isSkillTool) ? await readSkillTools(ctx, teammate) : []
  const others = [...skills, ...toolsets]
  return names.flatMap((name) => ownTool(ctx, name) ?? others.find((tool) => tool.name === name) ?? [])
}

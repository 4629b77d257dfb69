import type { Tool } from '#platform/tool.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { ToolScope } from './tool-scope.ts'

/** The tools that this server can offer now. */
export async function availableTools(ctx: OrgContext, tools: readonly Tool<ToolScope>[]): Promise<Tool<ToolScope>[]> {
  const are = await Promise.all(tools.map((tool) => tool.is_available?.(ctx) ?? true))
  return tools.filter((_, index) => are[index])
}

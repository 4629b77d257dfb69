import type { FlowTool } from '#contracts/workflows.ts'
import type { Context } from '#platform/context.ts'
import { inputSchemaOf } from '#platform/tool.ts'

const known = new WeakMap<object, FlowTool[]>()

/** What this server lets a step call, by name; worked out once. */
export function flowTools({ ports }: Context): FlowTool[] {
  const listed = known.get(ports.tools)
  if (listed) return listed
  const tools = [...ports.tools.values()].map((tool): FlowTool => {
    const { name, description } = tool
    return { name, description, input_schema: inputSchemaOf(tool) }
  })
  tools.sort((a, b) => (a.name < b.name ? -1 : 1))
  known.set(ports.tools, tools)
  return tools
}

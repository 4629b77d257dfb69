import { asksFirst, nameOfTool } from '#contracts/teammate-tools.ts'
import type { CallableTool } from '#contracts/tool-console.ts'
import { inputSchemaOf } from '#platform/tool.ts'
import { readTools } from '../runs/tools/read-tools.ts'
import type { TeammateContext } from '../teammates/context.ts'

export async function listTools(ctx: TeammateContext): Promise<CallableTool[]> {
  const asked = new Set(ctx.teammate.tools.filter(asksFirst).map(nameOfTool))
  return (await readTools(ctx, ctx.teammate)).map((tool) => ({
    name: tool.name,
    description: tool.description,
    input_schema: inputSchemaOf(tool),
    needs_approval: asked.has(tool.name) || ('needs_approval' in tool && tool.needs_approval === true),
  }))
}

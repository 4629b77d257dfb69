import { nameOfTool, type TeammateTool } from '#contracts/teammate-tools.ts'
import type { Context } from '#platform/context.ts'
import { validationError } from '#platform/http/errors.ts'

let isSkillTool: (name: string) => boolean = () => false

/** Tools of skills belong to teammates with a folder of skills; that feature is above and declares their names. */
export function defineSkillTools(isTool: (name: string) => boolean): void {
  isSkillTool = isTool
}

/** Refuses tools that this server does not have. One that the teammate has already may be gone since an upgrade, and stays. */
export function checkTools(ctx: Context, tools: TeammateTool[] = [], before: TeammateTool[] = []): void {
  const names = new Set(before.map(nameOfTool))
  const unknown = tools
    .map(nameOfTool)
    .filter((name) => !ctx.ports.tools.has(name) && !isSkillTool(name) && !names.has(name))
  if (unknown.length === 0) return
  throw validationError(unknown.map((name) => ({ path: 'tools', message: `There is no tool named ${name}` })))
}

import { and, asc, sql } from 'drizzle-orm'
import { isAdmin } from '../organizations/access.ts'
import type { FindUsages } from '../variables/define-usage.ts'
import { textsIn } from '../variables/fill-variables.ts'
import { variablesIn } from '../variables/read-values.ts'
import { liveWorkflows } from './access.ts'
import { workflows } from './table.ts'

/** Workflows whose steps name the variable, for those who see workflows. */
export const findVariableUsages: FindUsages = async (ctx, placeholder) => {
  if (!isAdmin(ctx.role)) return []
  const rows = await ctx.db
    .select({ id: workflows.id, name: workflows.name, flow: workflows.flow })
    .from(workflows)
    .where(
      and(liveWorkflows(ctx), sql`strpos(${workflows.flow}::text, ${JSON.stringify(placeholder).slice(1, -1)}) > 0`),
    )
    .orderBy(asc(workflows.name), asc(workflows.id))
  return rows
    .filter(({ flow }) => {
      const byCode = Object.values(flow?.steps ?? {}).flatMap(({ env_variables }) => env_variables)
      return byCode.includes(placeholder) || variablesIn(textsIn(flow)).includes(placeholder)
    })
    .map(({ id, name }) => ({ type: 'workflow', id, name }))
}

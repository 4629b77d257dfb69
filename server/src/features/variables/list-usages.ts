import { and, eq } from 'drizzle-orm'
import type { VariableUsage } from '#contracts/variables.ts'
import type { MemberContext } from '../organizations/context.ts'
import { activeVariables, noSuchVariable } from './access.ts'
import { findUsages } from './define-usage.ts'
import { variables } from './table.ts'

/** Where a variable is named, as far as the caller sees it. */
export async function listUsages(ctx: MemberContext, id: number): Promise<VariableUsage[]> {
  const [variable] = await ctx.db
    .select({ placeholder: variables.placeholder })
    .from(variables)
    .where(and(eq(variables.id, id), activeVariables(ctx)))
  if (!variable) throw noSuchVariable()
  return findUsages(ctx, variable.placeholder)
}

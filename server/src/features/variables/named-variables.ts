import type { NamedVariable } from '#contracts/variables.ts'
import type { OrgContext } from '../organizations/context.ts'
import { activeVariables, missingVariables } from './access.ts'
import { createVariables } from './create-variable.ts'
import { variables } from './table.ts'

/** The organization's variables with these names, in the form of an exported file. */
export async function namedVariables(ctx: OrgContext, names: ReadonlySet<string>): Promise<NamedVariable[]> {
  const kept = await ctx.db
    .select({ placeholder: variables.placeholder, is_secret: variables.is_secret })
    .from(variables)
    .where(activeVariables(ctx))
    .orderBy(variables.placeholder)
  return kept.filter(({ placeholder }) => names.has(placeholder))
}

/** Creates the missing variables without values, for people to fill in; returns their names. */
export async function createMissing(ctx: OrgContext, named: readonly NamedVariable[]): Promise<string[]> {
  const missing = await missingVariables(
    ctx,
    named.map(({ placeholder }) => placeholder),
  )
  const toCreate = named.filter(({ placeholder }) => missing.delete(placeholder))
  await createVariables(
    ctx,
    toCreate.map(({ placeholder, is_secret }) => ({ placeholder, is_secret, value: '' })),
  )
  return toCreate.map(({ placeholder }) => placeholder)
}

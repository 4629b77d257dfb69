import { and, eq, inArray, isNull } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { variablesIn } from './read-values.ts'
import { variables } from './table.ts'

export const noSuchVariable = () => new AppError('not_found', 'Variable not found')

export const nameTaken = (placeholder: string) =>
  new AppError('conflict', `There is already a variable named "${placeholder}"`, { code: 'VARIABLE_EXISTS' })

/** What an organization has, without what it deleted. */
export const activeVariables = ({ organization }: OrgContext) =>
  and(eq(variables.organization_id, organization.id), isNull(variables.deleted_at))

/** A value as it is kept: of a secret only the sealed one. */
export const storedValue = (ctx: OrgContext, is_secret: boolean, value: string) =>
  is_secret ? { value: null, value_sealed: ctx.ports.cipher.encrypt(value) } : { value, value_sealed: null }

/** Those of these names that could be a variable's and are not. */
export async function missingVariables(ctx: OrgContext, names: readonly string[]): Promise<Set<string>> {
  const asked = variablesIn(names.map((name) => `{{${name}}}`))
  if (asked.length === 0) return new Set()
  const rows = await ctx.db
    .select({ placeholder: variables.placeholder })
    .from(variables)
    .where(and(activeVariables(ctx), inArray(variables.placeholder, asked)))
  const found = new Set(rows.map(({ placeholder }) => placeholder))
  return new Set(asked.filter((name) => !found.has(name)))
}

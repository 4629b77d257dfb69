import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { violates } from '#platform/db/violates.ts'
import type { OrgContext } from '../organizations/context.ts'
import { activeVariables, nameTaken, noSuchVariable } from './access.ts'
import { subjectOf, variableRestored } from './audit-actions.ts'
import * as events from './events.ts'
import { presentVariable } from './present.ts'
import { type VariableRow, variables } from './table.ts'

/** Brings deleted variables back, all of them or none; not where a name belongs to another one by now. */
export async function restoreVariables(ctx: OrgContext, ids: number[]): Promise<void> {
  try {
    await ctx.transaction(async (ctx) => {
      for (const row of await restoreRows(ctx, ids)) {
        await ctx.record(variableRestored, { subject: subjectOf(row) })
        await ctx.emit(events.variableCreated, presentVariable(row))
      }
    })
  } catch (error) {
    if (violates(error, 'a_variable_has_a_name_of_its_own')) throw nameTaken(await findTakenName(ctx, ids))
    throw error
  }
}

async function restoreRows(ctx: OrgContext, ids: number[]): Promise<VariableRow[]> {
  const deleted = await ctx.db
    .select({ id: variables.id })
    .from(variables)
    .where(
      and(
        inArray(variables.id, ids),
        eq(variables.organization_id, ctx.organization.id),
        isNotNull(variables.deleted_at),
      ),
    )
    // In one order of names, so that two that want each other’s names take turns instead of waiting for each other.
    .orderBy(asc(variables.placeholder), asc(variables.id))
    .for('no key update')
  if (deleted.length !== ids.length) throw noSuchVariable()
  const rows: VariableRow[] = []
  for (const { id } of deleted) {
    const [row] = await ctx.db.update(variables).set({ deleted_at: null }).where(eq(variables.id, id)).returning()
    if (row) rows.push(row)
  }
  return rows
}

/** The first name that an active variable has, or that two of these share. */
async function findTakenName(ctx: OrgContext, ids: number[]): Promise<string> {
  const wanted = await ctx.db
    .select({ placeholder: variables.placeholder })
    .from(variables)
    .where(and(inArray(variables.id, ids), eq(variables.organization_id, ctx.organization.id)))
    .orderBy(asc(variables.placeholder))
  const names = wanted.map(({ placeholder }) => placeholder)
  const [active] = await ctx.db
    .select({ placeholder: variables.placeholder })
    .from(variables)
    .where(and(inArray(variables.placeholder, names), activeVariables(ctx)))
    .orderBy(asc(variables.placeholder))
    .limit(1)
  return active?.placeholder ?? names.find((name, at) => names[at + 1] === name) ?? names[0] ?? ''
}

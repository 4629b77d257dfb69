import { and, asc, inArray } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { activeVariables, noSuchVariable } from './access.ts'
import { subjectOf, variableDeleted } from './audit-actions.ts'
import * as events from './events.ts'
import { presentVariable } from './present.ts'
import { variables } from './table.ts'

/** Deletes variables so that they can be restored, all of them or none. */
export function deleteVariables(ctx: OrgContext, ids: number[]): Promise<void> {
  return ctx.transaction(async (ctx) => {
    // In one order, so that two deletions of the same ones take turns.
    const found = await ctx.db
      .select({ id: variables.id })
      .from(variables)
      .where(and(inArray(variables.id, ids), activeVariables(ctx)))
      .orderBy(asc(variables.id))
      .for('no key update')
    if (found.length !== ids.length) throw noSuchVariable()
    const rows = await ctx.db
      .update(variables)
      .set({ deleted_at: ctx.now() })
      .where(inArray(variables.id, ids))
      .returning()
    for (const row of rows) {
      await ctx.record(variableDeleted, { subject: subjectOf(row) })
      await ctx.emit(events.variableDeleted, presentVariable(row))
    }
  })
}

import { and, eq } from 'drizzle-orm'
import type { UpdateVariable } from '#contracts/variables.ts'
import type { OrgContext } from '../organizations/context.ts'
import { activeVariables, noSuchVariable, storedValue } from './access.ts'
import { subjectOf, variableUpdated } from './audit-actions.ts'
import * as events from './events.ts'
import { presentVariable } from './present.ts'
import { type VariableRow, variables } from './table.ts'

/** The same value again is no change; of a secret it counts as one, so that nobody learns whether they guessed it. */
export function updateVariable(ctx: OrgContext, id: number, { value }: UpdateVariable): Promise<VariableRow> {
  return ctx.transaction(async (ctx) => {
    const [before] = await ctx.db
      .select()
      .from(variables)
      .where(and(eq(variables.id, id), activeVariables(ctx)))
      .for('no key update')
    if (!before) throw noSuchVariable()
    const { is_secret } = before
    if (!is_secret && before.value === value) return before
    const [row] = await ctx.db
      .update(variables)
      .set({ ...storedValue(ctx, is_secret, value), updated_at: ctx.now() })
      .where(eq(variables.id, id))
      .returning()
    if (!row) throw new Error('The variable was not written')
    const change = !is_secret && { before: { value: before.value }, after: { value } }
    await ctx.record(variableUpdated, { subject: subjectOf(row), ...change })
    await ctx.emit(events.variableUpdated, presentVariable(row))
    return row
  })
}

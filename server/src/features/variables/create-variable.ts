import { isNull } from 'drizzle-orm'
import type { CreateVariable } from '#contracts/variables.ts'
import type { OrgContext } from '../organizations/context.ts'
import { nameTaken, storedValue } from './access.ts'
import { subjectOf, variableCreated } from './audit-actions.ts'
import * as events from './events.ts'
import { presentVariable } from './present.ts'
import { type VariableRow, variables } from './table.ts'

export function createVariable(ctx: OrgContext, input: CreateVariable): Promise<VariableRow> {
  const { placeholder, value, is_secret } = input
  return ctx.transaction(async (ctx) => {
    const now = ctx.now()
    const [row] = await ctx.db
      .insert(variables)
      .values({
        organization_id: ctx.organization.id,
        placeholder,
        is_secret,
        ...storedValue(ctx, is_secret, value),
        created_at: now,
        updated_at: now,
      })
      .onConflictDoNothing({
        target: [variables.organization_id, variables.placeholder],
        where: isNull(variables.deleted_at),
      })
      .returning()
    if (!row) throw nameTaken(placeholder)
    await ctx.record(variableCreated, { subject: subjectOf(row), after: { is_secret, ...(!is_secret && { value }) } })
    await ctx.emit(events.variableCreated, presentVariable(row))
    return row
  })
}

import { isNull } from 'drizzle-orm'
import type { CreateVariable } from '#contracts/variables.ts'
import type { OrgContext } from '../organizations/context.ts'
import { nameTaken, storedValue } from './access.ts'
import { subjectOf, variableCreated } from './audit-actions.ts'
import * as events from './events.ts'
import { presentVariable } from './present.ts'
import { type VariableRow, variables } from './table.ts'

const BATCH_SIZE = 1000

export async function createVariable(ctx: OrgContext, input: CreateVariable): Promise<VariableRow> {
  const [row] = await createVariables(ctx, [input])
  if (!row) throw nameTaken(input.placeholder)
  return row
}

/** Creates all of them or none. */
export function createVariables(ctx: OrgContext, inputs: readonly CreateVariable[]): Promise<VariableRow[]> {
  return ctx.transaction(async (ctx) => {
    const created: VariableRow[] = []
    for (let at = 0; at < inputs.length; at += BATCH_SIZE) {
      created.push(...(await createBatch(ctx, inputs.slice(at, at + BATCH_SIZE))))
    }
    return created
  })
}

async function createBatch(ctx: OrgContext, inputs: readonly CreateVariable[]): Promise<VariableRow[]> {
  const now = ctx.now()
  const rows = await ctx.db
    .insert(variables)
    .values(
      inputs.map(({ placeholder, value, is_secret }) => ({
        organization_id: ctx.organization.id,
        placeholder,
        is_secret,
        ...storedValue(ctx, is_secret, value),
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflictDoNothing({
      target: [variables.organization_id, variables.placeholder],
      where: isNull(variables.deleted_at),
    })
    .returning()
  const created = new Set(rows.map(({ placeholder }) => placeholder))
  for (const { placeholder } of inputs) if (!created.has(placeholder)) throw nameTaken(placeholder)
  for (const row of rows) {
    const { is_secret, value } = row
    await ctx.record(variableCreated, { subject: subjectOf(row), after: { is_secret, ...(!is_secret && { value }) } })
    await ctx.emit(events.variableCreated, presentVariable(row))
  }
  return rows
}

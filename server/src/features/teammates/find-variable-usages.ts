import { and, asc, sql } from 'drizzle-orm'
import type { FindUsages } from '../variables/define-usage.ts'
import { variablesIn } from '../variables/read-values.ts'
import { visibleTeammates } from './access.ts'
import { aiEmployees } from './table.ts'

/** The words of a teammate that may name variables. */
const words = { role: aiEmployees.role, description: aiEmployees.description, instructions: aiEmployees.instructions }

/** Teammates whose words name the variable. The query only narrows them down; what names a variable is for the parser to say. */
export const findVariableUsages: FindUsages = async (ctx, placeholder) => {
  const text = sql`concat_ws(' ', ${words.role}, ${words.description}, ${words.instructions})`
  const rows = await ctx.db
    .select({ id: aiEmployees.id, name: aiEmployees.name, ...words })
    .from(aiEmployees)
    .where(and(visibleTeammates(ctx), sql`strpos(${text}, '{{') > 0 and strpos(${text}, ${placeholder}) > 0`))
    .orderBy(asc(aiEmployees.name), asc(aiEmployees.id))
  return rows
    .filter(({ role, description, instructions }) =>
      variablesIn([role, description, instructions]).includes(placeholder),
    )
    .map(({ id, name }) => ({ type: 'ai_employee', id, name }))
}

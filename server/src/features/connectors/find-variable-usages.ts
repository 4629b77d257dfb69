import { and, asc, ne } from 'drizzle-orm'
import { isAdmin } from '../organizations/access.ts'
import type { FindUsages } from '../variables/define-usage.ts'
import { variablesIn } from '../variables/read-values.ts'
import { connectorsOf } from './access.ts'
import { headersOf } from './fill-remote.ts'
import { mcps } from './table.ts'

/** Connectors whose address or headers name the variable, for those who may read them. */
export const findVariableUsages: FindUsages = async (ctx, placeholder) => {
  if (!isAdmin(ctx.role)) return []
  const rows = await ctx.db
    .select({ id: mcps.id, name: mcps.name, url: mcps.url, headers_sealed: mcps.headers_sealed })
    .from(mcps)
    .where(and(connectorsOf(ctx), ne(mcps.type, 'oauth')))
    .orderBy(asc(mcps.name))
  return rows
    .filter((row) => variablesIn([row.url ?? '', ...Object.values(headersOf(ctx, row))]).includes(placeholder))
    .map(({ id, name }) => ({ type: 'connector', id, name }))
}

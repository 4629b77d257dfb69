import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { VariableFilter } from '#contracts/variables.ts'
import { contains, folded, phraseOf } from '#platform/db/folded-text.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import type { OrgContext } from '../organizations/context.ts'
import { activeVariables } from './access.ts'
import { type VariableRow, variables } from './table.ts'

type PageInput = { page: number; limit: number }

export function listVariables(ctx: OrgContext, { placeholder, is_secret, ...page }: VariableFilter & PageInput) {
  const listed = ctx.db
    .select()
    .from(variables)
    .where(
      and(
        activeVariables(ctx),
        placeholder !== undefined ? contains(folded(variables.placeholder), phraseOf(placeholder)) : undefined,
        is_secret !== undefined ? eq(variables.is_secret, is_secret === 'true') : undefined,
      ),
    )
    .orderBy(desc(variables.created_at), desc(variables.id))
    .$dynamic()
  return paginate(ctx.db, listed, page)
}

export function listDeletedVariables(ctx: OrgContext, page: PageInput): Promise<Page<VariableRow>> {
  const listed = ctx.db
    .select()
    .from(variables)
    .where(and(eq(variables.organization_id, ctx.organization.id), isNotNull(variables.deleted_at)))
    .orderBy(desc(variables.deleted_at), desc(variables.id))
    .$dynamic()
  return paginate(ctx.db, listed, page)
}

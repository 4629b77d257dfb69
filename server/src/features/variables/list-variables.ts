import { and, desc, eq, ilike, isNotNull } from 'drizzle-orm'
import type { VariableFilter } from '#contracts/variables.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import type { OrgContext } from '../organizations/context.ts'
import { activeVariables } from './access.ts'
import { type VariableRow, variables } from './table.ts'

type PageInput = { page: number; limit: number }

/** The text as it is, where a pattern is read; PostgreSQL knows no NUL, so no name has one. */
const literally = (text: string) => text.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')

export function listVariables(ctx: OrgContext, { placeholder, is_secret, ...page }: VariableFilter & PageInput) {
  const listed = ctx.db
    .select()
    .from(variables)
    .where(
      and(
        activeVariables(ctx),
        placeholder !== undefined ? ilike(variables.placeholder, `%${literally(placeholder)}%`) : undefined,
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

import { and, asc, desc } from 'drizzle-orm'
import { contains, folded, phraseOf } from '#platform/db/folded-text.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import type { OrgContext } from '../organizations/context.ts'
import { deletedWorkflows, liveWorkflows } from './access.ts'
import { listedColumns } from './present.ts'
import { type WorkflowRow, workflows } from './table.ts'

type Listed = Omit<WorkflowRow, 'flow' | 'starting_step_id' | 'problems'>
type Asked = { page: number; limit: number; search?: string | undefined }

/** `search` is a part of the name, however it is written. */
export function listWorkflows(ctx: OrgContext, { search, ...page }: Asked): Promise<Page<Listed>> {
  const named = search ? contains(folded(workflows.name), phraseOf(search)) : undefined
  const listed = ctx.db
    .select(listedColumns)
    .from(workflows)
    .where(and(liveWorkflows(ctx), named))
    .orderBy(asc(workflows.name), asc(workflows.id))
    .$dynamic()
  return paginate(ctx.db, listed, page)
}

export function listDeletedWorkflows(ctx: OrgContext, page: { page: number; limit: number }): Promise<Page<Listed>> {
  const listed = ctx.db
    .select(listedColumns)
    .from(workflows)
    .where(deletedWorkflows(ctx))
    .orderBy(desc(workflows.deleted_at), desc(workflows.id))
    .$dynamic()
  return paginate(ctx.db, listed, page)
}

import { type SQL, sql } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { storageEntries } from './table.ts'

/** `with recursive tree`: the entry and everything below it, for a statement to continue from; `only` narrows the walk. */
export function below(ctx: OrgContext, id: string, only: SQL = sql`true`): SQL {
  return sql`with recursive tree as (
    select e.id, e.parent_id, e.name, e.type, e.size, 0 as depth from ${storageEntries} e
    where e.organization_id = ${ctx.organization.id} and e.id = ${id}
    union all
    select e.id, e.parent_id, e.name, e.type, e.size, tree.depth + 1 from tree
    join ${storageEntries} e on e.organization_id = ${ctx.organization.id} and e.parent_id = tree.id and ${only}
  )`
}

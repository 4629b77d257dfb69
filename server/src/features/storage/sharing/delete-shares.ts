import { sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { storageEntries, storageShares } from '../table.ts'

/** Walks up from what is shared, which is little, rather than down through a tree that may be large. */
export async function deleteSharesBelow(ctx: OrgContext, id: string): Promise<void> {
  const organization_id = ctx.organization.id
  await ctx.db.execute(sql`
    with recursive up as (
      select distinct s.entry_id as folder_id, s.entry_id as id from ${storageShares} s
      where s.organization_id = ${organization_id}
      union all
      select up.folder_id, e.parent_id from up
      join ${storageEntries} e on e.organization_id = ${organization_id} and e.id = up.id
      where e.parent_id is not null and up.id <> ${id}
    )
    delete from ${storageShares} where organization_id = ${organization_id}
      and entry_id in (select folder_id from up where id = ${id})`)
}

import { and, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { erasureRequested } from '../jobs.ts'
import { runErasures, runs } from '../table.ts'

/**
 * Notes that the payloads of a deleted contact's runs are to be deleted: of its conversations, of its requests without one,
 * and of the runs inside of those and the repeated ones. Rows stay, because they were paid for.
 */
export async function requestErasure(
  ctx: OrgContext,
  { conversation_ids, contact_ids }: { conversation_ids: string[]; contact_ids: string[] },
): Promise<void> {
  const organization_id = ctx.organization.id
  const isOwn = or(
    inArray(runs.conversation_id, conversation_ids),
    and(inArray(runs.contact_id, contact_ids), sql`${runs.conversation_id} is null`),
  )
  await ctx.db.execute(sql`
    with recursive erased as (
      select ${runs.id} from ${runs} where ${runs.organization_id} = ${organization_id} and ${isOwn}
      union
      select ${runs.id} from erased join ${runs} on ${runs.organization_id} = ${organization_id}
        and (${isOfErased(sql`${runs.parent_run_id}`)} or ${isOfErased(sql`${runs.rerun_of}`)})
    )
    insert into ${runErasures} (run_id, organization_id) select id, ${organization_id} from erased
    on conflict do nothing`)
  await ctx.emit(erasureRequested, {})
}

const isOfErased = (column: SQL): SQL => sql`(${column} is not null and ${column} = erased.id)`

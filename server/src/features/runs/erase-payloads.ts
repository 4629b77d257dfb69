import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { OrgContext } from '../organizations/context.ts'
import { erasureRequested, payloadsErased } from './jobs.ts'
import { endOf, runErasures, runFiles, runPayloads, runs } from './table.ts'

const BATCH_SIZE = 200

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

/** Deletes what noted runs worked with, as far as they have ended. */
export async function erasePayloads(ctx: Context): Promise<void> {
  for (;;) {
    const erased = await ctx.transaction(eraseBatch)
    if (erased < BATCH_SIZE) return
  }
}

async function eraseBatch(ctx: Context): Promise<number> {
  const due = await ctx.db
    .select({ run_id: runErasures.run_id })
    .from(runErasures)
    .innerJoin(runs, eq(runs.id, runErasures.run_id))
    .where(sql`${endOf(runs)} is not null`)
    .limit(BATCH_SIZE)
    .for('update', { of: runErasures, skipLocked: true })
  if (due.length === 0) return 0
  const run_ids = due.map(({ run_id }) => run_id)
  await ctx.db.delete(runPayloads).where(inArray(runPayloads.run_id, run_ids))
  await ctx.db.delete(runFiles).where(inArray(runFiles.run_id, run_ids))
  await ctx.db
    .update(runs)
    .set({ state: null })
    .where(and(inArray(runs.id, run_ids), isNotNull(runs.state)))
  await ctx.emit(payloadsErased, { run_ids })
  await ctx.db.delete(runErasures).where(inArray(runErasures.run_id, run_ids))
  return due.length
}

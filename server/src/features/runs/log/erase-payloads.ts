import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { payloadsErased } from '../jobs.ts'
import { endOf, runErasures, runFiles, runPayloads, runs } from '../table.ts'

const BATCH_SIZE = 200

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

import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { addCredits, lockCredits } from '../../organizations/change-credits.ts'
import { runLeases, runs, spendReservations, teammateSpend } from '../table.ts'

const BATCH_SIZE = 100

/**
 * What was held for a model call whose process was lost counts as spent on the teammate's day, because its vendor may have charged
 * for it and the limit must not be passed. The organization gets its credits back. Of a call that
 * belongs to no run, such as a transcription, only its age tells: the wall clock of model calls has ended it.
 */
export async function releaseReservations(ctx: Context): Promise<void> {
  const { RUN_LEASE, MODEL_CALL_TIMEOUT } = ctx.ports.config
  const secondsAgo = (seconds: number) => new Date(ctx.now().getTime() - seconds * 1000)
  const orphans = await ctx.db
    .select({ reservation: spendReservations })
    .from(spendReservations)
    .leftJoin(runs, eq(runs.id, spendReservations.run_id))
    .leftJoin(runLeases, eq(runLeases.run_id, spendReservations.run_id))
    .where(
      and(
        lt(spendReservations.created_at, secondsAgo(2 * RUN_LEASE)),
        or(isNotNull(runs.id), lt(spendReservations.created_at, secondsAgo(2 * RUN_LEASE + MODEL_CALL_TIMEOUT))),
        // A run that has ended has no lease at all.
        or(isNull(runLeases.expires_at), lt(runLeases.expires_at, ctx.now())),
      ),
    )
    .limit(BATCH_SIZE)
  for (const { reservation } of orphans) await releaseReservation(ctx, reservation)
}

/** The same, of a run that another process executes from now on: it would wait for what its own lost calls hold. */
export async function releaseReservationsOf(ctx: Context, run_id: string): Promise<void> {
  const lost = await ctx.db.select().from(spendReservations).where(eq(spendReservations.run_id, run_id))
  for (const reservation of lost) await releaseReservation(ctx, reservation)
}

/** Locks in the order in which money is held and booked: the organization, the reservation, the teammate's day. */
function releaseReservation(ctx: Context, { id, organization_id, credits }: typeof spendReservations.$inferSelect) {
  return ctx.transaction(async (ctx) => {
    if (credits > 0) await lockCredits(ctx, organization_id)
    const [reservation] = await ctx.db.delete(spendReservations).where(eq(spendReservations.id, id)).returning()
    if (!reservation) return
    if (reservation.employee_id !== null) {
      await ctx.db
        .update(teammateSpend)
        .set({
          reserved_usd: sql`greatest(0, ${teammateSpend.reserved_usd} - ${reservation.usd})`,
          spent_usd: sql`${teammateSpend.spent_usd} + ${reservation.usd}`,
        })
        .where(
          and(
            eq(teammateSpend.organization_id, organization_id),
            eq(teammateSpend.employee_id, reservation.employee_id),
            eq(teammateSpend.day, reservation.day),
          ),
        )
    }
    await addCredits(ctx, organization_id, reservation.credits)
  })
}

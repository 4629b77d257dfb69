import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { isDatabaseLost } from '#platform/db/database-lost.ts'
import { type LeasedRun, runLeases } from '../table.ts'
import { startDispatching } from './dispatch-runs.ts'
import { holder } from './live-runs.ts'

const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 2000

/**
 * Releases the lease of a run that lost the database, as soon as the database is back, instead of waiting until the lease
 * ends.
 */
export function releaseLease(ctx: Context, run: Pick<LeasedRun, 'id' | 'attempts'>): void {
  giveUp(ctx, run).catch((error) => ctx.log.error({ err: error, run_id: run.id }, 'a run could not be given up'))
}

async function giveUp(ctx: Context, { id, attempts }: Pick<LeasedRun, 'id' | 'attempts'>): Promise<void> {
  const isOurs = and(eq(runLeases.run_id, id), eq(runLeases.holder, holder), eq(runLeases.attempts, attempts))
  const until = performance.now() + ctx.ports.config.RUN_LEASE * 1000
  for (let waitMs = FIRST_WAIT_MS; performance.now() < until; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    await sleep(waitMs, undefined, { ref: false })
    try {
      await ctx.db.update(runLeases).set({ expires_at: null }).where(isOurs)
      return await startDispatching(ctx)
    } catch (error) {
      if (!isDatabaseLost(error)) throw error
    }
  }
}

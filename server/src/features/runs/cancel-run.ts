import { eq } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { cancelLive } from './live-runs.ts'
import { type RunRow, runLeases } from './table.ts'

export const isOver = ({ status }: Pick<RunRow, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

/** Asks a run to stop: at once when this process executes it, otherwise with its holder's next sign of life. */
export async function cancelRun(ctx: OrgContext, run: RunRow): Promise<void> {
  await ctx.db.update(runLeases).set({ cancel_requested: true }).where(eq(runLeases.run_id, run.id))
  cancelLive(run.id)
}

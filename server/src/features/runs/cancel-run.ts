import { and, eq } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { cancelLive } from './live-runs.ts'
import { type RunRow, runLeases, runs } from './table.ts'

export const isOver = ({ status }: Pick<RunRow, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

/** Asks a run to stop: at once when this process executes it, otherwise with its holder's next heartbeat. */
export async function cancelRun(ctx: OrgContext, run: RunRow): Promise<void> {
  await ctx.db.update(runLeases).set({ cancel_requested: true }).where(eq(runLeases.run_id, run.id))
  cancelLive(run.id)
}

/** Stops whatever still runs for a conversation. */
export async function cancelRunsOfConversation(ctx: OrgContext, conversation_id: string): Promise<void> {
  const unfinished = await ctx.db
    .select({ run: runs })
    .from(runLeases)
    .innerJoin(runs, eq(runs.id, runLeases.run_id))
    .where(and(eq(runs.organization_id, ctx.organization.id), eq(runs.conversation_id, conversation_id)))
  for (const { run } of unfinished) await cancelRun(ctx, run)
}

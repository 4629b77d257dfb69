import { and, eq } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { resumeRun } from '../runs/suspend-run.ts'
import { stargateTasks } from './table.ts'

/** Keeps the response and goes on with the step that waits for it; of several responses the first counts. */
export function answerTask(ctx: OrgContext, id: string, response: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const ours = and(eq(stargateTasks.organization_id, ctx.organization.id), eq(stargateTasks.id, id))
    const [task] = await ctx.db.select().from(stargateTasks).where(ours).for('no key update')
    if (!task) throw new AppError('not_found', 'Task not found')
    if (task.status !== 'requested' || task.expires_at <= ctx.now()) {
      throw new AppError('bad_request', 'The task does not wait for a response', { code: 'NOT_REQUESTED' })
    }
    await ctx.db.update(stargateTasks).set({ status: 'responded', response, updated_at: ctx.now() }).where(ours)
    await resumeRun(ctx, { run_id: task.run_id, seq: task.seq, value: { task_id: id } })
  })
}

import { and, eq } from 'drizzle-orm'
import { toJson } from '#platform/db/columns.ts'
import { AppError } from '#platform/error.ts'
import { largeText } from '#platform/large-text.ts'
import type { StagedBody } from '#platform/route.ts'
import type { OrgContext } from '../organizations/context.ts'
import { resumeRun } from '../runs/control/resume-run.ts'
import { nameReceivedFile } from '../runs/files/receive-body.ts'
import { type StargateTaskRow, stargateTasks } from './table.ts'

type Response = {
  /** Its beginning, where the whole is staged. */
  text: string
  stagedBody: StagedBody | undefined
}

/** Stores the response and resumes the step that waits for it; of several responses the first counts. */
export async function answerTask(ctx: OrgContext, id: string, { text, stagedBody }: Response): Promise<void> {
  const isTask = and(eq(stargateTasks.organization_id, ctx.organization.id), eq(stargateTasks.id, id))
  // Nothing large is stored for a task that does not wait.
  if (stagedBody) requireWaiting(ctx, await ctx.db.select().from(stargateTasks).where(isTask))
  const bytes = await stagedBody?.store()
  await ctx.transaction(async (ctx) => {
    const task = requireWaiting(ctx, await ctx.db.select().from(stargateTasks).where(isTask).for('no key update'))
    const { run_id, seq } = task
    if (bytes) await nameReceivedFile(ctx, { run_id, seq, name: 'response.txt', mime_type: 'text/plain', ...bytes })
    const response = bytes ? toJson(largeText(bytes.size, text)) : text
    await ctx.db.update(stargateTasks).set({ status: 'responded', response, updated_at: ctx.now() }).where(isTask)
    await resumeRun(ctx, { run_id, seq, value: { task_id: id } })
  })
}

function requireWaiting(ctx: OrgContext, [task]: StargateTaskRow[]): StargateTaskRow {
  if (!task) throw new AppError('not_found', 'Task not found')
  if (task.status !== 'requested' || task.expires_at <= ctx.now()) {
    throw new AppError('bad_request', 'The task does not wait for a response', { code: 'NOT_REQUESTED' })
  }
  return task
}

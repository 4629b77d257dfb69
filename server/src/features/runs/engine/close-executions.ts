import { closeOpenSteps, readOpenSteps } from '../log/open-step.ts'
import { closeSuspensions } from '../suspensions/close-suspensions.ts'
import type { Execution } from './execution.ts'

/** What is still open or waits in the executions under a path does not continue. */
export async function closeExecutions(execution: Execution, path: string, reason: string): Promise<void> {
  const { ctx, run, logs, costs, suspensions } = execution
  const isInside = (each: { cursor: string }) => each.cursor.startsWith(path)
  closeOpenSteps(logs.filter(isInside), reason, ctx.now())
  if (!execution.isWritten) return
  const seqs = [...suspensions].filter(([, { cursor = '' }]) => cursor.startsWith(path)).map(([seq]) => seq)
  const known = new Set(logs.map(({ seq }) => seq))
  const written = (await readOpenSteps(ctx, run.id)).filter((each) => isInside(each) && !known.has(each.seq))
  closeOpenSteps(written, reason, ctx.now())
  logs.push(...written)
  if (seqs.length === 0) return
  for (const seq of seqs) suspensions.delete(seq)
  await closeSuspensions(ctx, run, logs.splice(0), costs, seqs)
}

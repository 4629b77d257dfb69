import type { Context, Ports } from '#platform/context.ts'
import type { StepsNews } from '../runs/events.ts'
import { runStepsUpdated } from './events.ts'
import { aboutRun } from './push-run.ts'

/** So long news are gathered, of all runs that the same people see. */
const GATHERED_FOR_MS = 300

/** By organization and teammate: the runs of which steps were written since the last push. */
const gathered = new WeakMap<Ports, Map<string, Set<string>>>()

/**
 * Tells those who see a run that more of its steps can be read. A loop writes thousands of steps a second, and many runs go
 * on at once: what is pushed is bounded by time, and says of which runs alone.
 */
export function pushSteps(ctx: Context, { run_id, ...of }: StepsNews): Promise<void> {
  const own = gathered.get(ctx.ports) ?? new Map<string, Set<string>>()
  gathered.set(ctx.ports, own)
  const key = `${of.organization_id} ${of.employee_id}`
  const known = own.get(key)
  if (known) {
    known.add(run_id)
    return Promise.resolve()
  }
  own.set(key, new Set([run_id]))
  const push = async () => {
    const run_ids = [...(own.get(key) ?? [])]
    own.delete(key)
    const about = await aboutRun(ctx, of)
    if (about) await ctx.emit(runStepsUpdated, { organization_id: of.organization_id, run_ids }, about)
  }
  const pushLater = () => push().catch((err) => ctx.log.warn({ err, ...of }, 'steps of runs were not told'))
  setTimeout(pushLater, GATHERED_FOR_MS).unref()
  return Promise.resolve()
}

import { and, eq, isNull, lte, type SQL } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { requireActive } from '../../organizations/access.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { queueFlow, type RunFlow } from '../../runs/run-flow.ts'
import type { LeasedRun } from '../../runs/table.ts'
import { type RunnableWorkflow, requireRunnable } from '../../workflows/access.ts'
import { workflows } from '../../workflows/table.ts'
import type { TriggerContext } from '../context.ts'
import { type TriggerRow, workflowTriggers } from '../table.ts'

/** A trigger that fires, locked for it: another process that looks at this moment leaves it alone. Null where it is gone. */
export async function lockTrigger(ctx: Context, id: string, when?: SQL): Promise<TriggerContext | null> {
  const [found] = await ctx.db
    .select({ trigger: workflowTriggers, workflow: workflows, organization: organizations })
    .from(workflowTriggers)
    .innerJoin(workflows, and(eq(workflows.id, workflowTriggers.workflow_id), isNull(workflows.deleted_at)))
    .innerJoin(organizations, eq(organizations.id, workflowTriggers.organization_id))
    .where(and(eq(workflowTriggers.id, id), when))
    .for('no key update', { of: workflowTriggers, skipLocked: true })
  return found ? extendContext(ctx, found) : null
}

export const isDue = (now: Date): SQL => lte(workflowTriggers.next_at, now)

/** The workflow as it is to run; null with the reason on the trigger where it cannot run now. */
export async function runnableOf(ctx: TriggerContext): Promise<RunnableWorkflow | null> {
  const { trigger, workflow } = ctx
  try {
    requireActive(ctx.organization)
    const runnable = await requireRunnable(ctx, workflow)
    await noteProblem(ctx, trigger, null)
    return runnable
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await noteProblem(ctx, trigger, error.message)
    return null
  }
}

/** Queues a run of what is to run. */
export const queueRunOf = (
  ctx: TriggerContext,
  { workflow, flow, starting_step_id }: RunnableWorkflow,
  input: RunFlow['input'],
): Promise<LeasedRun> =>
  queueFlow(ctx, { flow, starting_step_id, input, workflow_id: workflow.id, trigger_id: ctx.trigger.id })

export async function noteProblem(ctx: OrgContext, trigger: TriggerRow, last_problem: string | null): Promise<void> {
  if (trigger.last_problem === last_problem) return
  await ctx.db.update(workflowTriggers).set({ last_problem }).where(eq(workflowTriggers.id, trigger.id))
}

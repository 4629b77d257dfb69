import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import type { UpdateWorkflow } from '#contracts/workflows.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { findWorkflow, liveWorkflows, noSuchWorkflow } from './access.ts'
import { subjectOf, workflowUpdated } from './audit-actions.ts'
import * as events from './events.ts'
import { presentListed } from './present.ts'
import { saveVersion } from './save-version.ts'
import { type WorkflowRow, workflows } from './table.ts'
import { validateFlow } from './validate-flow.ts'

const CHANGED_BY_PEOPLE = ['name', 'description', 'flow', 'starting_step_id'] as const

const changedMeanwhile = () =>
  new AppError('conflict', 'The workflow was changed by someone else in the meantime', { code: 'WORKFLOW_CHANGED' })

/**
 * No change makes no version and no event; the flow is judged again in any case, and before the row is locked, because that
 * looks up what each step names.
 */
export async function updateWorkflow(
  ctx: OrgContext,
  id: string,
  { version, ...given }: UpdateWorkflow,
): Promise<WorkflowRow> {
  for (;;) {
    const before = await findWorkflow(ctx, id)
    if (version !== undefined && version !== before.version) throw changedMeanwhile()
    const after = {
      name: given.name ?? before.name,
      description: given.description ?? before.description,
      flow: given.flow === undefined ? before.flow : given.flow,
      starting_step_id: given.starting_step_id === undefined ? before.starting_step_id : given.starting_step_id,
    }
    const judged = await validateFlow(ctx, { ...after, workflow_id: id })
    const row = await write(ctx, before, { ...after, ...judged })
    if (row) return row
  }
}

type Written = Pick<WorkflowRow, 'name' | 'description'> & Awaited<ReturnType<typeof validateFlow>>

/** Null where someone else has changed it since it was read. */
function write(ctx: OrgContext, before: WorkflowRow, after: Written): Promise<WorkflowRow | null> {
  return ctx.transaction(async (ctx) => {
    const [current] = await ctx.db
      .select({ version: workflows.version })
      .from(workflows)
      .where(and(liveWorkflows(ctx), eq(workflows.id, before.id)))
      .for('no key update')
    if (current?.version !== before.version) return null
    const isNew = CHANGED_BY_PEOPLE.some((field) => !isDeepStrictEqual(after[field], before[field]))
    if (!isNew && isDeepStrictEqual(after.problems, before.problems)) return before

    const [row] = await ctx.db
      .update(workflows)
      .set({ ...after, ...(isNew && { version: before.version + 1, updated_at: ctx.now() }) })
      .where(eq(workflows.id, before.id))
      .returning()
    if (!row) throw noSuchWorkflow()
    if (isNew) {
      await saveVersion(ctx, row)
      await ctx.record(workflowUpdated, { subject: subjectOf(row), after: { version: row.version } })
    }
    await ctx.emit(events.workflowUpdated, presentListed(row))
    return row
  })
}

import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Flow } from '#contracts/flows.ts'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { checkFlow } from './check/check-flow.ts'
import { type WorkflowRow, workflows } from './table.ts'

export const noSuchWorkflow = () => new AppError('not_found', 'Workflow not found')

/** What an organization has, without what it deleted. */
export const liveWorkflows = ({ organization }: OrgContext): SQL | undefined =>
  and(eq(workflows.organization_id, organization.id), isNull(workflows.deleted_at))

export const deletedWorkflows = ({ organization }: OrgContext): SQL | undefined =>
  and(eq(workflows.organization_id, organization.id), isNotNull(workflows.deleted_at))

/** A workflow by its id; reads that come together are answered by one statement. */
const byId = defineSharedRead((db) =>
  db
    .select()
    .from(workflows)
    .where(
      and(
        eq(workflows.organization_id, sql.placeholder('organization_id')),
        eq(workflows.id, sql.placeholder('id')),
        isNull(workflows.deleted_at),
      ),
    )
    .prepare('find_workflow'),
)

export async function findWorkflow(ctx: OrgContext, id: string): Promise<WorkflowRow> {
  const [row] = await byId(ctx.db, { organization_id: ctx.organization.id, id })
  if (!row) throw noSuchWorkflow()
  return row
}

/** Those of these that the organization has. */
export async function listWorkflowIds(ctx: OrgContext, ids: string[]): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: workflows.id })
    .from(workflows)
    .where(and(liveWorkflows(ctx), inArray(workflows.id, ids)))
  return rows.map(({ id }) => id)
}

/** Those of these that run as they are. */
export const findPublished = (ctx: OrgContext, ids: string[]): Promise<WorkflowRow[]> =>
  ctx.db
    .select()
    .from(workflows)
    .where(and(liveWorkflows(ctx), inArray(workflows.id, ids), eq(workflows.is_draft, false)))

export type RunnableWorkflow = { workflow: WorkflowRow; flow: Flow; starting_step_id: string }

/**
 * A workflow that is to run: 404 where it has no flow or no first step, and 400 `FLOW_INVALID` with the problems of a draft. What
 * was wrong when it was saved may have been mended since, so a draft is judged again.
 */
export async function requireRunnable(ctx: OrgContext, workflow: WorkflowRow): Promise<RunnableWorkflow> {
  const { flow, starting_step_id } = workflow
  if (!flow || !starting_step_id) throw new AppError('not_found', 'The workflow has no flow or no first step')
  if (workflow.is_draft) await requireValid(ctx, { flow, starting_step_id, workflow_id: workflow.id })
  return { workflow, flow, starting_step_id }
}

/** Refuses a flow that has problems, and says which. */
export async function requireValid(ctx: OrgContext, checked: Parameters<typeof checkFlow>[1]): Promise<void> {
  const { problems } = await checkFlow(ctx, checked)
  if (problems.length === 0) return
  throw new AppError('bad_request', 'The workflow has problems and does not run', {
    code: 'FLOW_INVALID',
    data: { problems },
  })
}

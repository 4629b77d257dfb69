import type { WorkflowRow as Listed, Workflow } from '#contracts/workflows.ts'
import { type WorkflowRow, workflows } from './table.ts'

/** Lists read no flows: one may be a megabyte. */
export const listedColumns = {
  id: workflows.id,
  organization_id: workflows.organization_id,
  name: workflows.name,
  description: workflows.description,
  step_count: workflows.step_count,
  is_draft: workflows.is_draft,
  version: workflows.version,
  created_at: workflows.created_at,
  updated_at: workflows.updated_at,
  deleted_at: workflows.deleted_at,
}

export const presentListed = (row: Omit<WorkflowRow, 'flow' | 'starting_step_id' | 'problems'>): Listed => ({
  id: row.id,
  organization_id: row.organization_id,
  name: row.name,
  description: row.description,
  step_count: row.step_count,
  is_draft: row.is_draft,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  deleted_at: row.deleted_at?.toISOString() ?? null,
})

export const presentWorkflow = (row: WorkflowRow): Workflow => ({
  ...presentListed(row),
  flow: row.flow,
  starting_step_id: row.starting_step_id,
  problems: row.problems,
})

import type { OrgContext } from '../organizations/context.ts'
import { takeSnapshot } from '../versions/take-snapshot.ts'
import { presentWorkflow } from './present.ts'
import type { WorkflowRow } from './table.ts'

export const WORKFLOW_VERSIONS = 'workflow'

export const saveVersion = (ctx: OrgContext, row: WorkflowRow) =>
  takeSnapshot(ctx, { entity_type: WORKFLOW_VERSIONS, entity_id: row.id, snapshot: presentWorkflow(row) })

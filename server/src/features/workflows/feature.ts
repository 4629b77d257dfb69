import type { Feature } from '#platform/feature.ts'
import { defineWorkflowIds } from '../teammates/check-workflows.ts'
import { defineUsage } from '../variables/define-usage.ts'
import { defineRestore } from '../versions/restore-version.ts'
import { listWorkflowIds } from './access.ts'
import { findVariableUsages } from './find-variable-usages.ts'
import { presentWorkflow } from './present.ts'
import { restoreVersion } from './restore-version.ts'
import { routes } from './routes.ts'
import { WORKFLOW_VERSIONS } from './save-version.ts'

defineUsage(findVariableUsages)
defineWorkflowIds(listWorkflowIds)
defineRestore(WORKFLOW_VERSIONS, async (ctx, version) => presentWorkflow(await restoreVersion(ctx, version)))

export const workflowsFeature: Feature = {
  name: 'workflows',
  about: 'Workflows, their versions, and what is wrong with them',
  routes,
}

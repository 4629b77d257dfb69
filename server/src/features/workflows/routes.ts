import { workflowEndpoints } from '#contracts/workflows.ts'
import { route } from '#platform/route.ts'
import { listVersions } from '../versions/list-versions.ts'
import { findWorkflow } from './access.ts'
import { checkFlow } from './check/check-flow.ts'
import { flowSchema } from './check/flow-schema.ts'
import { cloneWorkflow } from './clone-workflow.ts'
import { createWorkflow } from './create-workflow.ts'
import { deleteWorkflow } from './delete-workflow.ts'
import { listFlowTools } from './list-flow-tools.ts'
import { listDeletedWorkflows, listWorkflows } from './list-workflows.ts'
import { presentListed, presentWorkflow } from './present.ts'
import { WORKFLOW_VERSIONS } from './save-version.ts'
import { updateWorkflow } from './update-workflow.ts'
import { validateFlow } from './validate-flow.ts'
import { exportWorkflow, importWorkflow } from './workflow-file.ts'

/** Workflows hold what an organization does and with what: they are its admins'. */
export const routes = [
  route(workflowEndpoints.listWorkflows, {
    caller: 'admin',
    serve: async (ctx, { query }) => {
      const page = await listWorkflows(ctx, query)
      return { ...page, data: page.data.map(presentListed) }
    },
  }),
  route(workflowEndpoints.createWorkflow, {
    caller: 'admin',
    serve: async (ctx, { body }) => presentWorkflow(await createWorkflow(ctx, body)),
  }),
  route(workflowEndpoints.showFlowSchema, {
    caller: 'admin',
    serve: (ctx) => Promise.resolve(flowSchema(ctx)),
  }),
  route(workflowEndpoints.listFlowTools, {
    caller: 'admin',
    serve: async (ctx, { query }) => ({ data: await listFlowTools(ctx, query.employee_id) }),
  }),
  route(workflowEndpoints.listDeletedWorkflows, {
    caller: 'admin',
    serve: async (ctx, { query }) => {
      const page = await listDeletedWorkflows(ctx, query)
      return { ...page, data: page.data.map(presentListed) }
    },
  }),
  route(workflowEndpoints.importWorkflow, {
    caller: 'admin',
    serve: async (ctx, { body }) => presentWorkflow(await importWorkflow(ctx, body)),
  }),
  route(workflowEndpoints.showWorkflow, {
    caller: 'admin',
    serve: async (ctx, { params }) => {
      const row = await findWorkflow(ctx, params.workflow_id)
      return presentWorkflow({ ...row, ...(await validateFlow(ctx, { ...row, workflow_id: row.id })) })
    },
  }),
  route(workflowEndpoints.updateWorkflow, {
    caller: 'admin',
    serve: async (ctx, { params, body }) => presentWorkflow(await updateWorkflow(ctx, params.workflow_id, body)),
  }),
  route(workflowEndpoints.deleteWorkflow, {
    caller: 'admin',
    serve: async (ctx, { params }) => {
      await deleteWorkflow(ctx, params.workflow_id)
      return { success: true as const }
    },
  }),
  route(workflowEndpoints.validateWorkflow, {
    caller: 'admin',
    serve: async (ctx, { params, body }) => {
      const saved = await findWorkflow(ctx, params.workflow_id)
      const { flow = saved.flow, starting_step_id = saved.starting_step_id } = body
      if (!flow) return { problems: [{ step: null, field: null, message: 'The workflow has no flow' }], warnings: [] }
      return checkFlow(ctx, { flow, starting_step_id, workflow_id: saved.id })
    },
  }),
  route(workflowEndpoints.cloneWorkflow, {
    caller: 'admin',
    serve: async (ctx, { params, body }) =>
      presentWorkflow(await cloneWorkflow(ctx, params.workflow_id, body.organization_id)),
  }),
  route(workflowEndpoints.exportWorkflow, {
    caller: 'admin',
    serve: async (ctx, { params }) => exportWorkflow(ctx, await findWorkflow(ctx, params.workflow_id)),
  }),
  route(workflowEndpoints.listWorkflowVersions, {
    caller: 'admin',
    serve: async (ctx, { params, query }) => {
      const { id } = await findWorkflow(ctx, params.workflow_id)
      return listVersions(ctx, { entity_type: WORKFLOW_VERSIONS, entity_id: id }, query)
    },
  }),
]

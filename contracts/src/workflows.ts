import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Flow, StepId } from './flows.ts'
import { Name } from './name.ts'
import { Done, Instant, pageOf, pageQuery } from './page.ts'
import * as workflowPaths from './paths/workflows.ts'
import { NamedVariables } from './variables.ts'
import { EntityVersions, EntityVersionsQuery } from './versions.ts'

/** A mistake in a flow: `step` and `field` say where, as far as it is in one place. */
export const FlowProblem = z.object({
  step: z.string().nullable(),
  field: z.string().nullable(),
  message: z.string(),
})
export type FlowProblem = z.infer<typeof FlowProblem>

/** As lists have it, without the flow. */
export const WorkflowRow = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  name: z.string(),
  description: z.string(),
  step_count: z.number().int(),
  /** A flow with problems is a draft: it is kept, and does not run. */
  is_draft: z.boolean(),
  version: z.number().int(),
  created_at: Instant,
  updated_at: Instant,
  deleted_at: Instant.nullable(),
})
export type WorkflowRow = z.infer<typeof WorkflowRow>

export const Workflow = WorkflowRow.extend({
  flow: Flow.nullable(),
  starting_step_id: z.string().nullable(),
  problems: z.array(FlowProblem),
})
export type Workflow = z.infer<typeof Workflow>

const fields = {
  name: Name,
  /** What it is for, in words of those who keep it. */
  description: z.string().max(5000),
  flow: Flow.nullable(),
  starting_step_id: StepId.nullable(),
}

export const CreateWorkflow = z.object(fields).partial().required({ name: true })
export type CreateWorkflow = z.infer<typeof CreateWorkflow>

export const UpdateWorkflow = z
  .object(fields)
  .partial()
  .extend({
    /** The version that the change was made to: where another one came meanwhile, nothing is written over. */
    version: z.number().int().min(1).optional(),
  })
export type UpdateWorkflow = z.infer<typeof UpdateWorkflow>

export const FlowToValidate = z.object({ flow: Flow, starting_step_id: StepId.nullable() }).partial()
export const FlowProblems = z.object({
  /** With these it does not run. */
  problems: z.array(FlowProblem),
  /** It runs with these, though probably not as intended. */
  warnings: z.array(FlowProblem),
})
export type FlowProblems = z.infer<typeof FlowProblems>

/** What a workflow is in a file of its own. */
export const WorkflowFile = z.object({
  format: z.literal('alongside.workflow'),
  format_version: z.literal(1),
  name: Name,
  description: fields.description.default(''),
  flow: fields.flow,
  starting_step_id: fields.starting_step_id,
  /** The variables that its texts name. */
  variables: NamedVariables,
})
export type WorkflowFile = z.infer<typeof WorkflowFile>

/** A tool that a `tool` step may call. */
export const FlowTool = z.object({
  name: z.string(),
  description: z.string(),
  /** The JSON Schema of its input. */
  input_schema: z.record(z.string(), z.unknown()),
})
export type FlowTool = z.infer<typeof FlowTool>

const OneWorkflow = z.object({ workflow_id: z.uuid().toLowerCase() })
const page = pageQuery({ limit: 50, max: 100 })

export const workflowEndpoints = describeEndpoints(workflowPaths, {
  listWorkflows: {
    summary: 'List workflows by name, without their flows',
    query: page.extend({ search: z.string().max(200).optional() }),
    answer: pageOf(WorkflowRow),
  },
  createWorkflow: {
    summary: 'Create a workflow; a flow with problems is kept as a draft',
    body: CreateWorkflow,
    answer: Workflow,
    errors: { 409: ['TOO_MANY_WORKFLOWS'] },
  },
  showFlowSchema: {
    summary: 'Get the JSON Schema of a flow, with every type of step',
    answer: z.record(z.string(), z.unknown()),
  },
  listFlowTools: {
    summary:
      'List the tools that a step may call, each with the JSON Schema of its input; with a teammate, those of its connectors, accounts and skills too',
    query: z.object({ employee_id: z.uuid().toLowerCase().optional() }),
    answer: z.object({ data: z.array(FlowTool) }),
  },
  listDeletedWorkflows: {
    summary: 'List deleted workflows, the latest deletion first',
    query: page,
    answer: pageOf(WorkflowRow),
  },
  importWorkflow: {
    summary: 'Create a workflow from a file; variables that it names and that do not exist are created empty',
    body: WorkflowFile,
    answer: Workflow,
    errors: { 409: ['TOO_MANY_WORKFLOWS'] },
  },
  showWorkflow: {
    summary: 'Get a workflow with its flow and what is wrong with it',
    params: OneWorkflow,
    answer: Workflow,
  },
  updateWorkflow: {
    summary: 'Change a workflow; runs that have begun keep the flow they began with',
    params: OneWorkflow,
    body: UpdateWorkflow,
    answer: Workflow,
    errors: { 409: ['WORKFLOW_CHANGED'] },
  },
  deleteWorkflow: {
    summary: 'Delete a workflow; it can be restored',
    params: OneWorkflow,
    answer: Done,
  },
  restoreWorkflow: {
    summary: 'Restore a deleted workflow',
    params: OneWorkflow,
    answer: Workflow,
    errors: { 409: ['TOO_MANY_WORKFLOWS'] },
  },
  validateWorkflow: {
    summary: 'Check a flow without saving it; the saved one where none is given',
    params: OneWorkflow,
    body: FlowToValidate,
    answer: FlowProblems,
  },
  cloneWorkflow: {
    summary: 'Copy a workflow into an organization that one administers; variables it names are created empty there',
    params: OneWorkflow,
    body: z.object({ organization_id: z.uuid().toLowerCase() }),
    answer: Workflow,
    errors: { 409: ['TOO_MANY_WORKFLOWS'] },
  },
  exportWorkflow: {
    summary: 'Get a workflow as a file',
    params: OneWorkflow,
    answer: WorkflowFile,
  },
  listWorkflowVersions: {
    summary: 'List versions of a workflow, newest first',
    params: OneWorkflow,
    query: EntityVersionsQuery,
    answer: EntityVersions,
  },
})

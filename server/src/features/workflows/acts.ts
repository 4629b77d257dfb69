import { defineAct } from '#platform/act.ts'
import type { WorkflowRow } from './table.ts'

export const workflowCreated = defineAct('workflow.created')
export const workflowUpdated = defineAct('workflow.updated')
export const workflowDeleted = defineAct('workflow.deleted')
export const workflowRestored = defineAct('workflow.restored')

export const subjectOf = ({ id, name }: WorkflowRow) => ({ type: 'workflow', id, name })

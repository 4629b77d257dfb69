import { defineAuditAction } from '#platform/audit-action.ts'
import type { WorkflowRow } from './table.ts'

export const workflowCreated = defineAuditAction('workflow.created')
export const workflowUpdated = defineAuditAction('workflow.updated')
export const workflowDeleted = defineAuditAction('workflow.deleted')
export const workflowRestored = defineAuditAction('workflow.restored')

export const subjectOf = ({ id, name }: WorkflowRow) => ({ type: 'workflow', id, name })

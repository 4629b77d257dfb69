import { defineAuditAction } from '#platform/audit-action.ts'

export const triggerCreated = defineAuditAction('workflow_trigger.created')
export const triggerUpdated = defineAuditAction('workflow_trigger.updated')
export const triggerDeleted = defineAuditAction('workflow_trigger.deleted')

/** By the workflow that it starts, because a trigger has no name. */
export const subjectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'workflow', id, name })

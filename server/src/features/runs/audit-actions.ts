import { defineAuditAction } from '#platform/audit-action.ts'

export const runAnswered = defineAuditAction('workflow_run.answered')
export const runCancelled = defineAuditAction('workflow_run.cancelled')

export const subjectOf = ({ id }: { id: string }) => ({ type: 'workflow_run', id })

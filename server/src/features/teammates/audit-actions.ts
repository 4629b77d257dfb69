import { defineAuditAction } from '#platform/audit-action.ts'

export const teammateCreated = defineAuditAction('ai_employee.created')
export const teammateUpdated = defineAuditAction('ai_employee.updated')
export const teammateDeleted = defineAuditAction('ai_employee.deleted')
export const teammateRestored = defineAuditAction('ai_employee.restored')

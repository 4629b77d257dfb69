import { defineAuditAction } from '#platform/audit-action.ts'

export const auditLogExported = defineAuditAction('audit_log.exported')

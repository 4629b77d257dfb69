import { defineAuditAction } from '#platform/audit-action.ts'

export const executionLogsExported = defineAuditAction('execution_logs.exported')

import { defineAuditAction } from '#platform/audit-action.ts'

export const usageExported = defineAuditAction('usage.exported')

import { defineAct } from '#platform/act.ts'

export const auditLogExported = defineAct('audit_log.exported')

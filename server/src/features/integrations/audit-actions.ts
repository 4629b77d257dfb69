import { defineAuditAction } from '#platform/audit-action.ts'

export const integrationConnected = defineAuditAction('integration.connected')
export const integrationDisconnected = defineAuditAction('integration.disconnected')

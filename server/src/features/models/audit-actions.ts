import { defineAuditAction } from '#platform/audit-action.ts'

export const providerUpdated = defineAuditAction('ai_provider.updated')
export const providerRestored = defineAuditAction('ai_provider.restored')
export const providerConnected = defineAuditAction('ai_provider.connected')
export const providerDisconnected = defineAuditAction('ai_provider.disconnected')

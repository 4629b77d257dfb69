import { defineAuditAction } from '#platform/audit-action.ts'

export const modelCreated = defineAuditAction('ai_model.created', 'platform')
export const modelUpdated = defineAuditAction('ai_model.updated', 'platform')
export const modelDeleted = defineAuditAction('ai_model.deleted', 'platform')
export const voiceCreated = defineAuditAction('ai_voice.created', 'platform')
export const voiceUpdated = defineAuditAction('ai_voice.updated', 'platform')
export const voiceDeleted = defineAuditAction('ai_voice.deleted', 'platform')
export const settingsUpdated = defineAuditAction('platform_settings.updated', 'platform')

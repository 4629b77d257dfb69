import { defineAuditAction } from '#platform/audit-action.ts'

export const widgetSettingsUpdated = defineAuditAction('webchat_settings.updated')
export const webchatSecurityUpdated = defineAuditAction('webchat_security.updated')
export const identitySecretRotated = defineAuditAction('webchat_identity_secret.rotated')
export const entryPointCreated = defineAuditAction('webchat_entry_point.created')
export const entryPointUpdated = defineAuditAction('webchat_entry_point.updated')
export const entryPointDeleted = defineAuditAction('webchat_entry_point.deleted')

import { defineAct } from '#platform/act.ts'

export const widgetSettingsUpdated = defineAct('webchat_settings.updated')
export const webchatSecurityUpdated = defineAct('webchat_security.updated')
export const identitySecretRotated = defineAct('webchat_identity_secret.rotated')
export const entryPointCreated = defineAct('webchat_entry_point.created')
export const entryPointUpdated = defineAct('webchat_entry_point.updated')
export const entryPointDeleted = defineAct('webchat_entry_point.deleted')

import { defineAuditAction } from '#platform/audit-action.ts'

export const settingsUpdated = defineAuditAction('organization.updated')
export const privateKeyRevealed = defineAuditAction('private_api_key.revealed')
export const privateKeyRotated = defineAuditAction('private_api_key.rotated')
export const publicKeyRotated = defineAuditAction('public_api_key.rotated')
export const memberAdded = defineAuditAction('member.added')
export const memberRoleChanged = defineAuditAction('member.role_changed')
export const memberRemoved = defineAuditAction('member.removed')
export const memberRestored = defineAuditAction('member.restored')

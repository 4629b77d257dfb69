import { defineAct } from '#platform/act.ts'

export const settingsUpdated = defineAct('organization.updated')
export const privateKeyRevealed = defineAct('private_api_key.revealed')
export const privateKeyRotated = defineAct('private_api_key.rotated')
export const publicKeyRotated = defineAct('public_api_key.rotated')
export const memberAdded = defineAct('member.added')
export const memberRoleChanged = defineAct('member.role_changed')
export const memberRemoved = defineAct('member.removed')
export const memberRestored = defineAct('member.restored')

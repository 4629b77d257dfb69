import { defineAuditAction } from '#platform/audit-action.ts'

export const groupCreated = defineAuditAction('access_group.created')
export const groupUpdated = defineAuditAction('access_group.updated')
export const groupDeleted = defineAuditAction('access_group.deleted')

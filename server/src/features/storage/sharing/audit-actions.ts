import { defineAuditAction } from '#platform/audit-action.ts'

export const folderShared = defineAuditAction('storage_folder.shared')
export const folderUnshared = defineAuditAction('storage_folder.unshared')

import { defineAuditAction } from '#platform/audit-action.ts'

export const contactDeleted = defineAuditAction('contact.deleted')
export const contactMerged = defineAuditAction('contact.merged')
export const contactMergeUndone = defineAuditAction('contact.merge_undone')

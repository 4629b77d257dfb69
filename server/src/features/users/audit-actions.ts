import { defineAuditAction } from '#platform/audit-action.ts'

export const userSignedIn = defineAuditAction('user.signed_in', 'person')
export const userSignedOut = defineAuditAction('user.signed_out', 'person')
export const userMsgrLinked = defineAuditAction('user.msgr_linked', 'person')
export const userMsgrUnlinked = defineAuditAction('user.msgr_unlinked', 'person')
export const userSessionEnded = defineAuditAction('user.session_ended', 'person')

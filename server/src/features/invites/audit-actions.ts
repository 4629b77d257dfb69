import { defineAuditAction } from '#platform/audit-action.ts'
import type { InviteRow } from './table.ts'

export const inviteCreated = defineAuditAction('invite.created')
export const inviteResent = defineAuditAction('invite.resent')
export const inviteCancelled = defineAuditAction('invite.cancelled')
export const inviteAccepted = defineAuditAction('invite.accepted')

/** An invite by link has no name; its code is a secret. */
export const subjectOf = ({ id, email }: InviteRow) => ({ type: 'invite', id, name: email })

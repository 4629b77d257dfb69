import { defineAct } from '#platform/act.ts'
import type { InviteRow } from './table.ts'

export const inviteCreated = defineAct('invite.created')
export const inviteResent = defineAct('invite.resent')
export const inviteCancelled = defineAct('invite.cancelled')
export const inviteAccepted = defineAct('invite.accepted')

/** An invite by link has no name; its code is a secret. */
export const subjectOf = ({ id, email }: InviteRow) => ({ type: 'invite', id, name: email })

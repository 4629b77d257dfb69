import { defineAct } from '#platform/act.ts'

export const userSignedIn = defineAct('user.signed_in', 'person')
export const userSignedOut = defineAct('user.signed_out', 'person')
export const userMsgrLinked = defineAct('user.msgr_linked', 'person')
export const userMsgrUnlinked = defineAct('user.msgr_unlinked', 'person')
export const userSessionEnded = defineAct('user.session_ended', 'person')

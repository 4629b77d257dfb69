import { defineAct } from '#platform/act.ts'

export const contactDeleted = defineAct('contact.deleted')
export const contactMerged = defineAct('contact.merged')
export const contactMergeUndone = defineAct('contact.merge_undone')

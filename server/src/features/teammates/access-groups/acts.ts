import { defineAct } from '#platform/act.ts'

export const groupCreated = defineAct('access_group.created')
export const groupUpdated = defineAct('access_group.updated')
export const groupDeleted = defineAct('access_group.deleted')

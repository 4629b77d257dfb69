import { defineAct } from '#platform/act.ts'

export const teammateCreated = defineAct('ai_employee.created')
export const teammateUpdated = defineAct('ai_employee.updated')
export const teammateDeleted = defineAct('ai_employee.deleted')
export const teammateRestored = defineAct('ai_employee.restored')

import { defineAct } from '#platform/act.ts'

export const triggerCreated = defineAct('workflow_trigger.created')
export const triggerUpdated = defineAct('workflow_trigger.updated')
export const triggerDeleted = defineAct('workflow_trigger.deleted')

/** By the workflow that it starts, because a trigger has no name. */
export const subjectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'workflow', id, name })

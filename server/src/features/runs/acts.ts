import { defineAct } from '#platform/act.ts'

export const runAnswered = defineAct('workflow_run.answered')
export const runCancelled = defineAct('workflow_run.cancelled')

export const subjectOf = ({ id }: { id: string }) => ({ type: 'workflow_run', id })

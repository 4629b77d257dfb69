import { defineAct } from '#platform/act.ts'
import type { VariableRow } from './table.ts'

export const variableCreated = defineAct('variable.created')
export const variableUpdated = defineAct('variable.updated')
export const variableDeleted = defineAct('variable.deleted')
export const variableRestored = defineAct('variable.restored')

export const subjectOf = ({ id, placeholder }: VariableRow) => ({ type: 'variable', id, name: placeholder })

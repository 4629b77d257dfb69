import { defineAuditAction } from '#platform/audit-action.ts'
import type { VariableRow } from './table.ts'

export const variableCreated = defineAuditAction('variable.created')
export const variableUpdated = defineAuditAction('variable.updated')
export const variableDeleted = defineAuditAction('variable.deleted')
export const variableRestored = defineAuditAction('variable.restored')

export const subjectOf = ({ id, placeholder }: VariableRow) => ({ type: 'variable', id, name: placeholder })

import type { AuditDetails } from '#platform/audit-action.ts'
import type { TeammateRow } from './table.ts'

export const subjectOf = ({ id, name }: Pick<TeammateRow, 'id' | 'name'>): AuditDetails['subject'] => ({
  type: 'ai_employee',
  id,
  name,
})

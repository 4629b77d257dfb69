import type { ActDetails } from '#platform/act.ts'
import type { TeammateRow } from './table.ts'

export const subjectOf = ({ id, name }: Pick<TeammateRow, 'id' | 'name'>): ActDetails['subject'] => ({
  type: 'ai_employee',
  id,
  name,
})

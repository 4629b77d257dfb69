import { catalogue } from '../../lib/i18n.ts'

export const conflictMessages = catalogue('conflicts', {
  compare: 'Compare',
  compareTitle: 'Their version and yours',
  compareText: 'Struck out in red: only in theirs. In green: only in yours.',
})

import { catalogue } from '../../lib/i18n.ts'

export const proseMessages = catalogue('prose', {
  copy: 'Copy',
  copied: 'Copied',
  copyCode: 'Copy the code',
  tasks: { done: 'Done', open: 'To do' },
})

import { catalogue } from '../../../lib/i18n.ts'

export const messageFileMessages = catalogue('conversation/files', {
  open: (name: string) => `Open ${name}`,
  download: (name: string) => `Download ${name}`,
  previous: 'Previous picture',
  next: 'Next picture',
  close: 'Close',
})

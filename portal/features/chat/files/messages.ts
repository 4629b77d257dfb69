import { catalogue } from '../../../lib/i18n.ts'

export const fileMessages = catalogue('chat/files', {
  attach: 'Attach files',
  attached: 'Attached files',
  remove: (name: string) => `Remove ${name}`,
  dropHere: 'Drop files to attach them',
  dropHint: 'Up to 10 files, 10 MB each, 30 MB together',
  refused: {
    empty: (name: string) => `“${name}” is empty, or it is a folder.`,
    each: (name: string) => `“${name}” is larger than 10 MB.`,
    count: (name: string) => `“${name}” is one too many: a message carries 10 files.`,
    total: (name: string) => `With “${name}” the files would be larger than 30 MB together.`,
  },
  moreRefused: (count: number) => (count === 1 ? 'One more file does not fit.' : `${count} more files do not fit.`),
  open: (name: string) => `Open ${name}`,
  download: (name: string) => `Download ${name}`,
  previous: 'Previous picture',
  next: 'Next picture',
  close: 'Close',
  fetchFailed: 'The files of that message could not be read again.',
  pasted: 'Pasted picture',
})

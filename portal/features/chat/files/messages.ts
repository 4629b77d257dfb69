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
    count: (_name: string): string => 'You can attach up to 10 files.',
    total: (_name: string): string => 'Attachments can total up to 30 MB.',
  },
  moreRefused: (count: number) => (count === 1 ? 'One more file does not fit.' : `${count} more files do not fit.`),
  fetchFailed: 'Couldn’t read the files of that message again.',
})

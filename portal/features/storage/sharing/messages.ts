import { catalogue } from '../../../lib/i18n.ts'

export const sharingMessages = catalogue('storage/sharing', {
  title: (name: string) => `Share ${name}`,
  text: 'With everything that lies in it. Whoever may write may read as well.',
  close: 'Close',
  failed: 'That could not be changed',
  permissions: { read: 'May read', write: 'May write' },
  permissionOf: (name: string) => `What ${name} may do`,
  remove: (name: string) => `Take the folder back from ${name}`,
  fullAccess: 'Has full access to the whole storage',
  inherited: (path: string) => `Through the folder ${path}`,
  add: 'Give it to another teammate',
  find: 'Find a teammate',
  none: 'Nobody by that name or role.',
  nobodyElse: 'Every teammate has this folder already.',
})

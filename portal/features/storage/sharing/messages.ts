import { catalogue } from '../../../lib/i18n.ts'

export const sharingMessages = catalogue('storage/sharing', {
  title: (name: string) => `Share ${name}`,
  text: 'Applies to everything inside. Editors can also read.',
  close: 'Close',
  failed: 'Couldn’t change access',
  loadFailed: 'Couldn’t load access',
  permissions: { read: 'Can view', write: 'Can edit' },
  permissionOf: (name: string) => `Access for ${name}`,
  remove: (name: string) => `Remove ${name}`,
  fullAccess: 'Full access to all files',
  inherited: (path: string) => `Inherited from ${path}`,
  add: 'Add a teammate',
  find: 'Find a teammate',
  none: 'No teammates match.',
  nobodyElse: 'Already shared with every teammate.',
})

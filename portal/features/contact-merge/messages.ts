import { catalogue } from '../../lib/i18n.ts'

export const mergeMessages = catalogue('contact-merge', {
  mergeWith: 'Merge with…',
  title: (name: string) => `Merge with ${name}`,
  text: 'Choose the contact that is the same person.',
  find: 'Find a contact',
  contacts: 'Contacts',
  nobody: 'No other contact found.',
  loadFailed: 'Couldn’t load the contacts',
  confirmTitle: 'Merge these contacts?',
  confirmText: (other: string, kept: string) =>
    `${other} becomes part of ${kept}, with all channels and conversations. You can undo this.`,
  another: 'Choose another',
  merge: 'Merge',
  failed: 'Couldn’t merge the contacts.',
  merged: (other: string, kept: string) => `${other} is part of ${kept} now`,
  broughtBack: (name: string) => `${name} is a contact again`,
  empty: 'none',
  takenFrom: (name: string) => `from ${name}`,
  leftOut: 'not kept',
  channels: 'Channels',
  channelsOf: (all: number, others: number) => `${all}, of which ${others} from the other contact`,
  mergedContacts: 'Merged contacts',
  mergedContactsText: 'Undo makes two contacts again. Fields that were changed since stay as they are.',
  mergedWhen: (when: string, by: string | null) => (by ? `${when}, by ${by}` : when),
  undoOne: (name: string) => `Undo the merge with ${name}`,
})

import type { TeammateChannel } from '#contracts/teammates.ts'
import { catalogue } from '../../lib/i18n.ts'

type Names = Record<TeammateChannel, string>

const channels: Names = { 'Not selected': 'None', 'Web Chat': 'Web chat', API: 'API' }

export const staffMessages = catalogue('staff', {
  staff: 'Teammates',
  teammates: 'AI teammates',
  find: 'Find a teammate',
  failed: 'Couldn’t load teammates',
  noneFound: 'No teammates match',
  noneFoundText: 'Try another name, role or model.',
  clearSearch: 'Clear the search',
  create: 'New teammate',
  createTitle: 'New teammate',
  createText: 'You only need a name to start. Everything else can be changed later.',
  createButton: 'Create',
  createFailed: 'Couldn’t create the teammate. Please try again.',
  name: 'Name',
  namePlaceholder: 'Robin',
  role: 'Role',
  rolePlaceholder: 'Customer support',
  model: 'Model',
  channel: 'Channel',
  channels,
  spent: 'Spent today',
  spentUnknown: 'Today’s spending isn’t available.',
  auto: 'Auto',
  assistant: 'Personal assistant',
  system: 'System',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all',
  selected: (count: number) => `${count} selected`,
  clear: 'Clear',
  delete: 'Delete',
  deleted: (count: number, name: string) => (count === 1 ? `${name} was deleted` : `${count} teammates were deleted`),
  deleteFailed: 'Couldn’t delete. Please try again.',
  restored: 'Restored',
  restoreFailed: 'Couldn’t restore.',
  first: 'Create your first teammate',
  firstText: 'Give it a role and instructions, then start chatting.',
  onlyYours: 'Your administrator chooses which teammates you see.',
  chatWith: (name: string) => `Chat with ${name}`,
  actions: 'Actions',
})

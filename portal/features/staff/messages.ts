import type { TeammateChannel } from '#contracts/teammates.ts'
import { catalogue } from '../../lib/i18n.ts'

type Names = Record<TeammateChannel, string>

const channels: Names = { 'Not selected': 'None', 'Web Chat': 'Web chat', API: 'API' }

export const staffMessages = catalogue('staff', {
  staff: 'Staff',
  teammates: 'AI teammates',
  find: 'Find a teammate',
  failed: 'The teammates could not be loaded',
  noneFound: 'Nobody matches',
  noneFoundText: 'Try another name, role or model.',
  clearSearch: 'Clear the search',
  create: 'New teammate',
  createTitle: 'A new teammate',
  createText: 'The name is enough to begin with. Everything else can be changed later.',
  createButton: 'Create',
  createFailed: 'The teammate could not be created. Please try again.',
  name: 'Name',
  namePlaceholder: 'Robin',
  role: 'Role',
  rolePlaceholder: 'Customer support',
  model: 'Model',
  channel: 'Channel',
  channels,
  spent: 'Today',
  spentUnknown: 'What was spent today is not known.',
  auto: 'Auto',
  assistant: 'Personal assistant',
  system: 'System',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all',
  selected: (count: number) => `${count} selected`,
  clear: 'Clear',
  delete: 'Delete',
  deleted: (count: number, name: string) => (count === 1 ? `${name} was deleted` : `${count} teammates were deleted`),
  deleteFailed: 'Nobody was deleted. Please try again.',
  restored: 'Everybody is back',
  restoreFailed: 'They could not be brought back.',
  first: 'Employ your first teammate',
  firstText: 'Give a teammate a role and instructions, and let them answer.',
  onlyYours: 'These are the teammates that your administrator lets you see.',
  chatWith: (name: string) => `Chat with ${name}`,
  actions: 'Actions',
})

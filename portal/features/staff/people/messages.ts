import type { Role } from '#contracts/organizations.ts'
import { catalogue } from '../../../lib/i18n.ts'

const roles: Record<Role, string> = { owner: 'Owner', admin: 'Administrator', member: 'Member' }

export const peopleMessages = catalogue('staff/people', {
  people: 'People',
  find: 'Find a person',
  invite: 'Invite',
  failed: 'Couldn’t load people',
  noneFound: 'No people match',
  noneFoundText: 'Try another name, email or group.',
  clearSearch: 'Clear the search',
  name: 'Name',
  role: 'Role',
  roles,
  roleOf: (name: string) => `Role of ${name}`,
  roleChanged: (name: string, role: Role) =>
    `${name} is now ${{ owner: 'an owner', admin: 'an administrator', member: 'a member' }[role]}`,
  roleFailed: 'Couldn’t change the role. Please try again.',
  groups: 'Access groups',
  noGroups: 'None',
  allTeammates: 'All teammates',
  lastSeen: 'Last seen',
  notSeen: 'No recent activity',
  you: 'You',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all',
  remove: 'Remove',
  removeLabel: (name: string) => `Remove ${name}`,
  removeTitle: (count: number, name: string) => (count === 1 ? `Remove ${name}?` : `Remove ${count} people?`),
  removeText: (organization: string) =>
    `They lose access to ${organization} immediately. Their chats and files are kept.`,
  removed: (count: number, name: string) => (count === 1 ? `${name} was removed` : `${count} people were removed`),
  removeFailed: 'Couldn’t remove. Please try again.',
  restored: 'Restored',
  restoreFailed: 'Couldn’t restore.',
  leave: 'Leave',
  leaveTitle: (organization: string) => `Leave ${organization}?`,
  leaveText: 'You lose access immediately. An administrator can bring you back.',
  leaveFailed: 'Couldn’t leave. Please try again.',
})

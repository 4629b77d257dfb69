import { catalogue } from '../../../lib/i18n.ts'

export const accessGroupMessages = catalogue('settings/access-groups', {
  title: 'Access groups',
  text: 'Members see the teammates in their groups. Owners and admins see all of them.',
  failed: 'Couldn’t load access groups',
  none: 'No access groups yet',
  noneText: 'Without groups, members only see their personal assistant.',
  create: 'New group',
  createTitle: 'New access group',
  editTitle: 'Edit access group',
  name: 'Name',
  namePlaceholder: 'Support',
  members: 'People',
  teammates: 'Teammates',
  noTeammates: 'There are no teammates to choose from yet.',
  people: (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`,
  teammateCount: (count: number) => `${count} ${count === 1 ? 'teammate' : 'teammates'}`,
  saved: (name: string) => `${name} saved`,
  saveFailed: 'Couldn’t save the group. Please try again.',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: (count: number) =>
    count === 0
      ? 'It has no people. Teammates aren’t deleted.'
      : `${count} ${count === 1 ? 'person' : 'people'} will lose access to these teammates unless another group grants it. Teammates aren’t deleted.`,
  deleted: (name: string) => `${name} was deleted`,
  deleteFailed: 'Couldn’t delete the group. Please try again.',
})

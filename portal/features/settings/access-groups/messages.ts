import { catalogue } from '../../../lib/i18n.ts'

export const accessGroupMessages = catalogue('settings/access-groups', {
  title: 'Access groups',
  text: 'Members see the teammates of the groups that they are in. Owners and admins see everybody.',
  peopleText: 'Which people are in a group cannot be changed here yet: this version has no list of them.',
  failed: 'The access groups could not be loaded',
  none: 'No access groups yet',
  noneText: 'Without one, members see their personal assistant alone.',
  create: 'New group',
  createTitle: 'A new access group',
  editTitle: 'Change the access group',
  edit: 'Edit',
  editLabel: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteLabel: (name: string) => `Delete ${name}`,
  name: 'Name',
  namePlaceholder: 'Support',
  nameRequired: 'A group needs a name.',
  teammates: 'Teammates',
  noTeammates: 'There are no teammates to choose from yet.',
  people: (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`,
  teammateCount: (count: number) => `${count} ${count === 1 ? 'teammate' : 'teammates'}`,
  save: 'Save',
  saved: (name: string) => `${name} is saved`,
  saveFailed: 'The group could not be saved. Please try again.',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: (count: number) =>
    count === 0
      ? 'Nobody is in it. The teammates stay.'
      : `${count === 1 ? 'One person loses' : `${count} people lose`} sight of its teammates, unless another group shows them. The teammates stay.`,
  deleted: (name: string) => `${name} was deleted`,
  deleteFailed: 'The group could not be deleted. Please try again.',
})

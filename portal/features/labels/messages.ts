import { catalogue } from '../../lib/i18n.ts'

export const labelMessages = catalogue('labels', {
  title: 'Labels',
  label: 'Label',
  all: 'All labels',
  edit: 'Change labels',
  none: 'No labels',
  find: 'Find or create a label',
  chosen: 'chosen',
  create: (name: string) => `Create “${name}”`,
  failed: 'Couldn’t change the labels.',
  createFailed: 'Couldn’t create the label.',
  colors: {
    gray: 'Gray',
    red: 'Red',
    orange: 'Orange',
    yellow: 'Yellow',
    green: 'Green',
    teal: 'Teal',
    blue: 'Blue',
    purple: 'Purple',
    pink: 'Pink',
  },
})

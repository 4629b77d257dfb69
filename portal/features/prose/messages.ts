import { catalogue } from '../../lib/i18n.ts'

export const proseMessages = catalogue(
  {
    copy: 'Copy',
    copied: 'Copied',
    copyCode: 'Copy the code',
    tasks: { done: 'Done', open: 'To do' },
  },
  {
    ru: {
      copy: 'Копировать',
      copied: 'Скопировано',
      copyCode: 'Копировать код',
      tasks: { done: 'Сделано', open: 'Предстоит' },
    },
  },
)

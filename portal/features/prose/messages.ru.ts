import type { Words } from '../../lib/i18n.ts'
import type { proseMessages } from './messages.ts'

export const ru: Words<typeof proseMessages> = {
  copy: 'Копировать',
  copied: 'Скопировано',
  copyCode: 'Копировать код',
  tasks: { done: 'Сделано', open: 'Предстоит' },
}

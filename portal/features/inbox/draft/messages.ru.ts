import type { Words } from '../../../lib/i18n.ts'
import type { draftMessages } from './messages.ts'

export const ru: Words<typeof draftMessages> = {
  suggest: 'Предложить ответ',
  stop: 'Остановить',
  writing: (teammate) => `${teammate} готовит ответ…`,
  suggested: (teammate) => `Предлагает ${teammate}. Прочтите перед отправкой.`,
  undo: 'Отменить',
  offered: (teammate) => `${teammate} предлагает`,
  replace: 'Заменить написанное',
  add: 'Добавить ниже',
  dismiss: 'Убрать',
  failed: 'Не удалось предложить ответ.',
}

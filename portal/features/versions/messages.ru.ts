import type { Words } from '../../lib/i18n.ts'
import type { versionMessages } from './messages.ts'

export const ru: Words<typeof versionMessages> = {
  title: 'Версии',
  text: 'Каждое сохранение создаёт версию. Восстановление тоже создаёт новую, поэтому ничего не теряется.',
  failed: 'Не удалось загрузить версии',
  version: (number) => `Версия ${number}`,
  current: 'Текущая',
  you: 'вы',
  colleague: 'коллега',
  byPlatform: 'платформа',
  by: (who, when) => `${when}, ${who}`,
  created: 'Создание',
  nothing: 'Отличий нет',
  show: 'Показать изменения',
  hide: 'Скрыть изменения',
  restore: 'Восстановить',
  restoreLabel: (number) => `Восстановить версию ${number}`,
  restored: (number) => `Версия ${number} восстановлена`,
  restoreFailed: 'Не удалось восстановить версию.',
  undone: 'Отменено',
}

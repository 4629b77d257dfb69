import type { Words } from '../../../lib/i18n.ts'
import type { sharingMessages } from './messages.ts'

export const ru: Words<typeof sharingMessages> = {
  title: (name) => `Доступ к «${name}»`,
  text: 'Действует для всего содержимого. «Изменение» включает просмотр.',
  close: 'Закрыть',
  failed: 'Изменить не удалось',
  loadFailed: 'Не удалось загрузить доступ',
  permissions: { read: 'Просмотр', write: 'Изменение' },
  permissionOf: (name) => `Что может ${name}`,
  remove: (name) => `Закрыть доступ: ${name}`,
  fullAccess: 'Полный доступ ко всем файлам',
  inherited: (path) => `Через папку ${path}`,
  add: 'Добавить сотрудника',
  find: 'Найти сотрудника',
  none: 'Никого с таким именем или ролью.',
  nobodyElse: 'Доступ уже есть у всех сотрудников.',
}

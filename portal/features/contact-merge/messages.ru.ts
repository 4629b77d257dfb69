import type { Words } from '../../lib/i18n.ts'
import type { mergeMessages } from './messages.ts'

export const ru: Words<typeof mergeMessages> = {
  mergeWith: 'Объединить с…',
  title: (name) => `Объединить: ${name}`,
  text: 'Выберите контакт того же человека.',
  find: 'Найти контакт',
  contacts: 'Контакты',
  nobody: 'Других контактов не найдено.',
  loadFailed: 'Не удалось загрузить контакты',
  confirmTitle: 'Объединить эти контакты?',
  confirmText: (other, kept) =>
    `${other} станет частью контакта ${kept} вместе со всеми каналами и беседами. Это можно отменить.`,
  another: 'Выбрать другой',
  merge: 'Объединить',
  failed: 'Не удалось объединить контакты.',
  merged: (other, kept) => `${other} теперь часть контакта ${kept}`,
  broughtBack: (name) => `${name} снова отдельный контакт`,
  empty: 'нет',
  takenFrom: (name) => `от контакта ${name}`,
  leftOut: 'не сохранится',
  channels: 'Каналы',
  channelsOf: (all, others) => `${all}, из них от второго контакта: ${others}`,
  mergedContacts: 'Объединённые контакты',
  mergedContactsText: 'Отмена снова сделает два контакта. Поля, изменённые с тех пор, останутся как есть.',
  mergedWhen: (when, by) => (by ? `${when}, ${by}` : when),
  undoOne: (name) => `Отменить объединение с контактом ${name}`,
}

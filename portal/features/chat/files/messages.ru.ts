import type { Words } from '../../../lib/i18n.ts'
import type { fileMessages } from './messages.ts'

export const ru: Words<typeof fileMessages> = {
  attach: 'Прикрепить файлы',
  attached: 'Прикреплённые файлы',
  remove: (name) => `Убрать ${name}`,
  dropHere: 'Отпустите файлы, чтобы прикрепить',
  dropHint: 'До 10 файлов, по 10 МБ, вместе до 30 МБ',
  refused: {
    empty: (name) => `«${name}» — пустой файл или папка.`,
    each: (name) => `«${name}» больше 10 МБ.`,
    count: () => 'Можно прикрепить не больше 10 файлов.',
    total: () => 'Все вложения вместе могут занимать до 30 МБ.',
  },
  moreRefused: (count) => `Не поместились и другие файлы: ${count}.`,
  fetchFailed: 'Не удалось снова прочитать файлы того сообщения.',
}

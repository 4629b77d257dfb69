import { pluralRu, type Words } from '../../../lib/i18n.ts'
import type { trashMessages } from './messages.ts'

export const ru: Words<typeof trashMessages> = {
  title: 'Корзина',
  text: 'Удалённое хранится 30 дней.',
  empty: 'Корзина пуста',
  emptyText: 'Удалённое ждёт здесь 30 дней, прежде чем исчезнуть навсегда.',
  failed: 'Не удалось загрузить корзину',
  name: 'Название',
  from: 'Исходная папка',
  deleted: 'Удалено',
  left: (days) => `ещё ${days} ${pluralRu(days, ['день', 'дня', 'дней'])}`,
  choose: (name) => `Выбрать «${name}»`,
  chooseAll: 'Выбрать всё',
  restore: 'Восстановить',
  restoreOne: (name) => `Восстановить «${name}»`,
  erase: 'Удалить навсегда',
  eraseOne: (name) => `Удалить «${name}» навсегда`,
  emptyAll: 'Очистить корзину',
  eraseTitle: (count) => (count === 1 ? 'Удалить навсегда?' : `Удалить навсегда (${count})?`),
  emptyTitle: 'Очистить корзину?',
  eraseText: 'Это нельзя отменить.',
  cancel: 'Отмена',
  selected: (count) => `Выбрано: ${count}`,
  more: 'Показать ещё',
  top: 'Файлы',
}

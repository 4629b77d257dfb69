import { pluralRu, type Words } from '../../lib/i18n.ts'
import type { partMessages } from './messages.ts'

export const ru: Words<typeof partMessages> = {
  retry: 'Повторить',
  failedText: 'Ничего не потеряно. Попробуйте ещё раз.',
  offlineText: 'Нет сети. Страница загрузится сама, когда связь вернётся.',
  loading: 'Загрузка',
  unsaved: 'Есть несохранённые изменения',
  save: 'Сохранить',
  discard: 'Отменить',
  saveFailed: 'Не удалось сохранить изменения. Они остались здесь: попробуйте ещё раз.',
  checkFields: 'Проверьте отмеченные поля.',
  leaveTitle: 'Уйти без сохранения?',
  leaveText: 'Всё, что вы изменили на этой странице, пропадёт.',
  leave: 'Уйти',
  stay: 'Остаться',
  copy: 'Копировать',
  copied: 'Скопировано',
  copyFailed: 'Не удалось скопировать.',
  cancel: 'Отмена',
  close: 'Закрыть',
  undo: 'Вернуть',
  undoFailed: 'Не удалось вернуть.',
  more: 'Показать ещё',
  folded: (lines) => `${lines} ${pluralRu(lines, ['строка', 'строки', 'строк'])} без изменений`,
  sortedUp: 'по возрастанию',
  sortedDown: 'по убыванию',
}

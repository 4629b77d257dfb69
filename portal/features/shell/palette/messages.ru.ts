import type { Words } from '../../../lib/i18n.ts'
import type { paletteMessages } from './messages.ts'

export const ru: Words<typeof paletteMessages> = {
  title: 'Переход и действия',
  find: 'Куда перейти или что сделать?',
  none: 'Ничего не нашлось',
  close: 'Закрыть',
  groups: { actions: 'Действия', pages: 'Страницы', teammates: 'Сотрудники', chats: 'Чаты' },
  untitled: 'Новый чат',
  chatWith: (name) => `Чат: ${name}`,
  lightTheme: 'Светлая тема',
  darkTheme: 'Тёмная тема',
  systemTheme: 'Тема как в системе',
  keys: 'Сочетания клавиш',
  keysTitle: 'Сочетания клавиш',
  keyNames: {
    palette: 'Перейти на страницу, к сотруднику или в чат',
    keys: 'Показать эти сочетания',
    chats: 'Показать или скрыть чаты',
    send: 'Отправить сообщение',
    newLine: 'Начать новую строку',
    recall: 'Вернуть отправленное сообщение',
    mention: 'Упомянуть сотрудника или файл',
    stop: 'Остановить ответ',
    save: 'Сохранить форму или файл',
    openEntry: 'Файлы: открыть',
    selectEntry: 'Файлы: выбрать один или все',
    renameEntry: 'Файлы: переименовать',
    deleteEntry: 'Файлы: в корзину',
    placeEntries: 'Файлы: копировать, вырезать, вставить',
    upFolder: 'Файлы: на папку выше',
  },
}

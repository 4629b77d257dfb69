import type { Words } from '../../lib/i18n.ts'
import type { shellMessages } from './messages.ts'

export const ru: Words<typeof shellMessages> = {
  loading: 'Загрузка',
  close: 'Закрыть',
  retry: 'Повторить',
  skipToContent: 'К содержимому',
  navigation: 'Навигация',
  openNavigation: 'Открыть навигацию',
  showNavigation: 'Показать навигацию и чаты (Alt+C)',
  hideNavigation: 'Скрыть навигацию и чаты (Alt+C)',
  rooms: 'Страницы',
  chat: 'Чат',
  storage: 'Файлы',
  staff: 'Сотрудники',
  settings: 'Настройки',
  administration: 'Каталог моделей',
  account: 'Учётная запись',
  theme: 'Тема',
  themes: { system: 'Системная', light: 'Светлая', dark: 'Тёмная' },
  language: 'Язык',
  logOut: 'Выйти',
  logOutFailed: 'Не удалось выйти. Попробуйте ещё раз.',
  offline: 'Нет сети. Данные на экране могли устареть.',
  reconnecting: 'Соединение потеряно. Восстанавливаем…',
  noOrganization: {
    title: 'Вы не состоите ни в одной организации',
    text: 'Попросите коллегу прислать приглашение и войдите снова.',
  },
  authError: {
    network: { title: 'Сервер недоступен', text: 'Проверьте подключение. Вы по-прежнему в системе.' },
    timeout: { title: 'Сервер слишком долго не отвечает', text: 'Возможно, он занят. Попробуйте чуть позже.' },
    server: { title: 'На сервере произошла ошибка', text: 'Не удалось проверить вход. Попробуйте чуть позже.' },
  },
  broken: {
    title: 'На этой странице что-то сломалось',
    text: 'Обычно помогает перезагрузка.',
    reload: 'Перезагрузить',
  },
  missing: {
    title: 'Страница не найдена',
    text: 'Возможно, её перенесли или ссылка неверна.',
    home: 'На главную',
  },
}

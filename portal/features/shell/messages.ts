import { catalogue } from '../../lib/i18n.ts'

export const shellMessages = catalogue(
  {
    loading: 'Loading',
    close: 'Close',
    retry: 'Try again',
    skipToContent: 'Skip to content',
    navigation: 'Navigation',
    openNavigation: 'Open navigation',
    rooms: 'Pages',
    chat: 'Chat',
    accountMenu: (name: string) => `Account of ${name}`,
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    language: 'Language',
    logOut: 'Log out',
    logOutFailed: 'You could not be logged out. Please try again.',
    offline: 'You are offline. What you see may be out of date.',
    reconnecting: 'The live connection was lost. Reconnecting …',
    noOrganization: {
      title: 'You are not part of an organization',
      text: 'Ask a colleague to invite you, then sign in again.',
    },
    authError: {
      network: { title: 'The server cannot be reached', text: 'Check your connection. You are still signed in.' },
      timeout: { title: 'The server takes too long to answer', text: 'It may be busy. Please try again in a moment.' },
      server: {
        title: 'The server has a problem',
        text: 'It could not tell who you are. Please try again in a moment.',
      },
    },
    broken: { title: 'Something broke on this page', text: 'Loading it again usually helps.', reload: 'Load again' },
    missing: {
      title: 'There is nothing here',
      text: 'The page was moved, or the link is wrong.',
      home: 'To the first page',
    },
  },
  {
    ru: {
      loading: 'Загрузка',
      close: 'Закрыть',
      retry: 'Повторить',
      skipToContent: 'К содержимому',
      navigation: 'Навигация',
      openNavigation: 'Открыть навигацию',
      rooms: 'Страницы',
      chat: 'Чат',
      accountMenu: (name) => `Учётная запись: ${name}`,
      theme: 'Тема',
      themes: { system: 'Как в системе', light: 'Светлая', dark: 'Тёмная' },
      language: 'Язык',
      logOut: 'Выйти',
      logOutFailed: 'Не удалось выйти. Попробуйте ещё раз.',
      offline: 'Нет сети. Данные на экране могли устареть.',
      reconnecting: 'Связь с сервером прервалась. Восстанавливаем …',
      noOrganization: {
        title: 'Вы не состоите ни в одной организации',
        text: 'Попросите коллегу прислать приглашение и войдите снова.',
      },
      authError: {
        network: { title: 'Сервер недоступен', text: 'Проверьте подключение. Вы по-прежнему в системе.' },
        timeout: { title: 'Сервер слишком долго не отвечает', text: 'Возможно, он занят. Попробуйте чуть позже.' },
        server: { title: 'На сервере неполадка', text: 'Не удалось узнать, кто вы. Попробуйте чуть позже.' },
      },
      broken: {
        title: 'На этой странице что-то сломалось',
        text: 'Обычно помогает загрузить её заново.',
        reload: 'Загрузить заново',
      },
      missing: {
        title: 'Здесь ничего нет',
        text: 'Страницу перенесли, или ссылка неверна.',
        home: 'На первую страницу',
      },
    },
  },
)

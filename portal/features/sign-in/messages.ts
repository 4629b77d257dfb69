import { catalogue } from '../../lib/i18n.ts'

export const signInMessages = catalogue(
  {
    title: 'Sign in',
    welcome: (brand: string) => `Welcome to ${brand}`,
    text: 'Your AI teammates are waiting for you.',
    developmentTitle: 'Choose who to be',
    developmentText: 'This list exists in development only.',
    admin: 'Admin',
    continueWith: (provider: string) => `Continue with ${provider}`,
    none: 'No way to sign in is set up yet. The administrator of this server can add one.',
    loading: 'Loading the ways to sign in',
    failed: 'The ways to sign in could not be loaded.',
    loginFailed: 'You could not be signed in. Please try again.',
    callbackFailed: 'The sign-in did not complete. Please try again.',
    retry: 'Try again',
    settings: 'Theme and language',
  },
  {
    ru: {
      title: 'Вход',
      welcome: (brand) => `Добро пожаловать в ${brand}`,
      text: 'Ваши ИИ-сотрудники уже ждут.',
      developmentTitle: 'Кем войти?',
      developmentText: 'Этот список есть только в режиме разработки.',
      admin: 'Админ',
      continueWith: (provider) => `Продолжить с ${provider}`,
      none: 'Способов входа пока не настроено. Их добавляет администратор сервера.',
      loading: 'Загружаем способы входа',
      failed: 'Не удалось загрузить способы входа.',
      loginFailed: 'Не удалось войти. Попробуйте ещё раз.',
      callbackFailed: 'Вход не завершился. Попробуйте ещё раз.',
      retry: 'Повторить',
      settings: 'Тема и язык',
    },
  },
)

import type { Words } from '../../lib/i18n.ts'
import type { signInMessages } from './messages.ts'

export const ru: Words<typeof signInMessages> = {
  title: 'Вход',
  welcome: (brand) => `Добро пожаловать в ${brand}`,
  text: 'Ваши ИИ-сотрудники уже ждут.',
  developmentTitle: 'Кем войти?',
  developmentText: 'Этот список есть только в режиме разработки.',
  admin: 'Админ',
  continueWith: (provider) => `Продолжить с ${provider}`,
  none: 'Способов входа пока не настроено. Их добавляет администратор сервера.',
  loading: 'Загружаем способы входа',
  failed: {
    network: 'Сервер недоступен. Проверьте подключение.',
    timeout: 'Сервер слишком долго не отвечает. Возможно, он занят.',
    refused: 'Не удалось загрузить способы входа.',
  },
  or: 'или',
  signInWith: (provider) => `Войти через ${provider}`,
  startFailed: (provider) => `Не удалось начать вход через ${provider}.`,
  starting: (provider) => `Переходим к ${provider} …`,
  finishing: 'Выполняем вход …',
  email: 'Эл. почта',
  username: 'Имя пользователя',
  password: 'Пароль',
  login: 'Войти',
  passwordUnavailable: 'Вход по паролю пока недоступен.',
  invalidCredentials: 'Неверное имя пользователя или пароль.',
  loginFailed: 'Не удалось войти. Попробуйте ещё раз.',
  callbackFailed: 'Вход не завершился. Попробуйте ещё раз.',
  retry: 'Повторить',
  settings: 'Тема и язык',
}

import type { Words } from '../../../lib/i18n.ts'
import type { operatorLinkMessages } from './messages.ts'

export const ru: Words<typeof operatorLinkMessages> = {
  setUpTitle: (brand) => `Настройка ${brand}`,
  setUpText: 'Вы здесь первый: вы будете администратором этого сервера и владельцем его первой организации.',
  name: 'Ваше имя',
  email: 'Ваш адрес эл. почты',
  emailHint: 'Кто позже войдёт с этим адресом через вашего провайдера входа, — это вы.',
  organization: 'Организация',
  setUp: 'Настроить',
  setUpFailed: 'Не удалось настроить. Попробуйте ещё раз.',
  signInFailed: 'Не удалось войти. Попробуйте ещё раз.',
  signInTitle: 'Вход по ссылке',
  signInText: (person) => `По этой ссылке вы войдёте как ${person}. Она действует один раз.`,
  signIn: 'Войти',
  goneTitle: 'Ссылка больше не действует',
  goneText: 'Ею уже воспользовались, или её срок истёк. Новую может сделать тот, кто управляет сервером.',
  toSignIn: 'Ко входу',
  failed: 'Не удалось открыть ссылку',
  loading: 'Открываем ссылку',
}

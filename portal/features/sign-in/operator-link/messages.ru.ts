import type { Words } from '../../../lib/i18n.ts'
import type { operatorLinkMessages } from './messages.ts'

export const ru: Words<typeof operatorLinkMessages> = {
  setUpTitle: (brand) => `Настройка ${brand}`,
  setUpText: 'Вы станете администратором этого сервера и владельцем его первой организации.',
  name: 'Ваше имя',
  email: 'Ваш адрес эл. почты',
  emailHint: 'Укажите адрес, с которым вы входите через провайдера.',
  organization: 'Организация',
  setUp: 'Настроить',
  setUpFailed: 'Не удалось настроить. Попробуйте ещё раз.',
  signInFailed: 'Не удалось войти. Попробуйте ещё раз.',
  signInTitle: 'Вход по ссылке',
  signInText: (person) => `По этой ссылке вы войдёте как ${person}. Она действует один раз.`,
  signIn: 'Войти',
  goneTitle: 'Ссылка больше не действует',
  goneText: 'Ссылка уже использована или истекла. Попросите у администратора сервера новую.',
  toSignIn: 'Ко входу',
  failed: 'Не удалось открыть ссылку',
}

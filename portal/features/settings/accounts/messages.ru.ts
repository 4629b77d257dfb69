import type { Words } from '../../../lib/i18n.ts'
import type { accountMessages } from './messages.ts'

export const ru: Words<typeof accountMessages> = {
  title: 'Привязанные аккаунты',
  text: (platform) => `Сотрудники узнают вас в ${platform}.`,
  notLinked: 'Не привязан',
  connect: 'Подключить',
  connectLabel: (platform) => `Подключить ${platform}`,
  connectFailed: (platform) => `Не удалось подключить ${platform}. Попробуйте ещё раз.`,
  disconnect: 'Отключить',
  disconnectLabel: (platform) => `Отключить ${platform}`,
  disconnectTitle: (platform) => `Отключить ${platform}?`,
  disconnectText: (account) => `Аккаунт ${account} больше не будет считаться вашим. Его можно подключить снова.`,
  disconnected: (platform) => `${platform} отключён`,
  disconnectFailed: (platform) => `Не удалось отключить ${platform}. Попробуйте ещё раз.`,
}

import type { Words } from '../../../lib/i18n.ts'
import type { fallbackMessages } from './messages.ts'

export const ru: Words<typeof fallbackMessages> = {
  not_connected: (model, chosen) => `Ответила модель ${model}: ${chosen} не подключена.`,
  unavailable: (model, chosen) => `Ответила модель ${model}: ${chosen} не смогла ответить.`,
  connect: 'Подключить',
  askAdmin: 'Попросите администратора её подключить.',
}

import type { Words } from '../../lib/i18n.ts'
import type { channelNames } from './messages.ts'

export const ru: Words<typeof channelNames> = {
  api: 'API',
  web_chat: 'Чат на сайте',
  employee_chat: 'Внутренний чат',
  msgr: 'Telegram',
  tchat: 'Microsoft Teams',
  wchat: 'Slack',
  custom: 'Свой канал',
}

import type { Channel } from '#contracts/conversations.ts'
import { catalogue } from '../../lib/i18n.ts'

const names: Record<Channel, string> = {
  api: 'API',
  web_chat: 'Website chat',
  employee_chat: 'Internal chat',
  msgr: 'Telegram',
  tchat: 'Microsoft Teams',
  wchat: 'Slack',
  custom: 'Custom channel',
}

/** What each channel is called on every page but the logs, whose labels the contract has. */
export const channelNames = catalogue('channels', names)

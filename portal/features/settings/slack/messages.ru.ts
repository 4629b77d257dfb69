import type { Words } from '../../../lib/i18n.ts'
import type { slackMessages } from './messages.ts'

export const ru: Words<typeof slackMessages> = {
  text: 'Рабочее пространство Slack этой организации.',
  failed: 'Не удалось загрузить подключение к Slack',
  connected: 'Подключено',
  notConnected: 'Не подключено',
  invalid: 'Подключение прервано',
  since: (when) => `Подключено: ${when}`,
  noWorkspace: 'Нет пространства',
  notAvailable: 'У этого сервера ещё нет приложения Slack. Его должен зарегистрировать владелец сервера.',
  invalidText: 'Slack больше не принимает подключение. Возможно, приложение там удалили.',
  connect: 'Подключить',
  reconnect: 'Подключить заново',
  disconnect: 'Отключить',
  actionOf: (action) => `${action}: Slack`,
  startFailed: 'Не удалось начать подключение Slack. Попробуйте ещё раз.',
  disconnectTitle: (team) => `Отключить ${team}?`,
  disconnectText: 'Приложение будет удалено из пространства. Его можно подключить снова в любой момент.',
  typeWord: (word) => `Введите «${word}» для подтверждения`,
  disconnected: 'Slack отключён',
  disconnectFailed: 'Не удалось отключить Slack. Попробуйте ещё раз.',
  connectedNow: 'Slack подключён',
  connecting: 'Подключаем Slack…',
  connectFailed: 'Slack не подключён',
  connectFailedText: 'Начните заново.',
  back: 'Назад к настройкам',
}

import type { Words } from '../../../lib/i18n.ts'
import type { deliveryMessages } from './messages.ts'

export const ru: Words<typeof deliveryMessages> = {
  undelivered: 'Не доставлено.',
  undeliveredBecause: (reason) => `Не доставлено: ${reason}`,
  pending: (reason) => `Ещё не доставлено, пробуем снова: ${reason}`,
  withdrawn: 'Не отправлено: раньше ответил человек.',
  mayHaveArrived: 'Неизвестно, дошло ли сообщение. Если дошло, после повторной отправки оно будет показано дважды.',
  mayHaveArrivedIn: (platform) =>
    `${platform} не подтвердил это сообщение, но оно могло дойти. Если дошло, после повторной отправки оно будет показано дважды.`,
  resend: 'Отправить снова',
  resendFailed: 'Не удалось отправить снова. Попробуйте ещё раз.',
  notConnected: (platform) => `к ${platform} не подключён бот.`,
  unavailable: (platform) => `${platform} недоступен.`,
  unreachable: 'платформа чата недоступна.',
  waits: (platform) => `${platform} просит подождать.`,
  chatUnknown: 'чата больше нет, или бота в нём нет.',
  archived: 'канал в архиве.',
  notAllowed: 'боту нельзя писать в этот чат.',
  blocked: 'человек заблокировал бота.',
  tokenRefused: 'платформа больше не принимает бота. Подключите его заново на странице «Каналы» сотрудника.',
  missingScopes: (scopes) => `приложению Slack не хватает разрешений: ${scopes}.`,
  noFiles: 'Teams не принимает файлы от бота в групповых чатах.',
  deleted: 'оно удалено.',
}

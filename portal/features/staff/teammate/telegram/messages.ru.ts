import { pluralRu, type Words } from '../../../../lib/i18n.ts'
import type { telegramMessages } from './messages.ts'

export const ru: Words<typeof telegramMessages> = {
  text: 'С ним можно переписываться в Telegram через его собственного бота.',
  assistantText: 'С ним можно переписываться в Telegram через вашего собственного бота. Он отвечает только вам.',
  link: 'Пока вы не привяжете свой аккаунт Telegram, он не узнаёт вас и молчит.',
  linkAccount: 'Привязать в настройках',
  linkedAs: (account) => `Он узнаёт вас по аккаунту ${account}, который вы привязали в настройках.`,
  cannotLink:
    'На этом сервере пока нельзя привязать аккаунт Telegram, поэтому он вас не узнает. Это настраивает владелец сервера.',
  stepOpen: { before: 'Откройте ', after: ' в Telegram.' },
  stepSend: { before: 'Отправьте ', after: ' и выберите боту имя и имя пользователя.' },
  stepPaste: 'Скопируйте токен из ответа и вставьте сюда.',
  token: 'Токен бота',
  tokenHint: 'Любой, у кого есть токен, управляет ботом. Здесь он больше не будет показан.',
  notAToken: 'Это не токен бота. Он выглядит так: 123456789:AAE… – скопируйте его целиком.',
  tokenRefused: 'Telegram не знает этого токена. Проверьте, что он скопирован целиком и что он последний.',
  webhookRefused: (reason) =>
    `Telegram не принял адрес этого сервера: обычно это значит, что он не публичный или без HTTPS. Его ответ: ${reason}`,
  waiting: (name) =>
    `Чтобы проверить, напишите «Привет» боту ${name} в Telegram. Эта строка изменится, когда сообщение придёт.`,
  arrived: 'Сообщения из Telegram приходят сюда.',
  invalidText: 'Telegram больше не принимает токен.',
  pasteAnother: 'Вставьте действующий из @BotFather.',
  webhookProblems: {
    elsewhere: 'Сообщения не доходят: их получает другая программа.',
    not_set: 'Сообщения не доходят: Telegram не знает, куда их отправлять.',
    failing: 'Сообщения не доходят: Telegram не может доставить их на этот сервер.',
    unknown: 'Сообщения могут не доходить: Telegram не подтвердил подключение.',
  },
  waitingMessages: (count, when) =>
    `В Telegram ${pluralRu(count, ['ждёт', 'ждут', 'ждут'])} ${count} ${pluralRu(count, ['сообщение', 'сообщения', 'сообщений'])}. Telegram повторяет попытки в течение суток (последняя: ${when}).`,
  telegramSays: (reason) => `Telegram сообщает: ${reason}`,
  reconnectFailed: 'Не удалось подключить бота заново. Попробуйте ещё раз.',
  reconnected: 'Бот Telegram подключён заново',
  mentionsOnly: 'В группах он отвечает на сообщения, где его упомянули или ответили ему.',
}

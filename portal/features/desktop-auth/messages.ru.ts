import type { Words } from '../../lib/i18n.ts'
import type { desktopAuthMessages } from './messages.ts'

export const ru: Words<typeof desktopAuthMessages> = {
  title: 'Подключение приложения',
  defaultDevice: 'Приложение для компьютера',
  text: (device) => `${device} просит доступ к вашей учётной записи.`,
  as: (person) => `Вы вошли как ${person}.`,
  warning: 'Продолжайте, только если вы сами только что начали это на своём компьютере.',
  continue: 'Продолжить',
  otherAccount: 'Другая учётная запись',
  logOutFailed: 'Не удалось выйти. Попробуйте ещё раз.',
  invalidTitle: 'Недействительный запрос',
  invalidText: 'Начните заново из приложения: эта ссылка открыта не из него.',
}

import type { Words } from '../../../lib/i18n.ts'
import type { sessionMessages } from './messages.ts'

export const ru: Words<typeof sessionMessages> = {
  title: 'Активные сеансы',
  text: 'Завершите сеанс, если не узнаёте его.',
  failed: 'Не удалось загрузить сеансы',
  on: (browser, system) => `${browser}, ${system}`,
  unknown: 'Неизвестный браузер',
  current: 'Этот браузер',
  used: (when) => `Последнее использование: ${when}`,
  address: (address) => `с адреса ${address}`,
  signOut: 'Завершить',
  signOutLabel: (name) => `Завершить сеанс: ${name}`,
  ended: 'Сеанс завершён',
  endFailed: 'Не удалось завершить сеанс. Попробуйте ещё раз.',
  endOthers: 'Завершить остальные',
  endOthersTitle: 'Завершить все остальные сеансы?',
  endOthersText: 'В остальных браузерах придётся войти снова.',
  othersEnded: 'Остальные сеансы завершены',
}

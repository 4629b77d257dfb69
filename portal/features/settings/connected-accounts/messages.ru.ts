import type { Words } from '../../../lib/i18n.ts'
import type { connectedAccountMessages } from './messages.ts'

export const ru: Words<typeof connectedAccountMessages> = {
  title: 'Подключённые аккаунты',
  text: 'Почта, календари и файлы, с которыми работают сотрудники. Аккаунты остаются подключёнными, когда тот, кто их подключил, уходит.',
  failed: 'Не удалось загрузить аккаунты',
  none: 'Аккаунтов нет. Подключите их на вкладке «Коннекторы» на странице сотрудника.',
  disconnectFrom: (provider, teammate) => `Отключить ${provider}, сотрудник ${teammate}`,
}

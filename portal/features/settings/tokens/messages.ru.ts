import type { Words } from '../../../lib/i18n.ts'
import type { ownTokenMessages } from './messages.ts'

export const ru: Words<typeof ownTokenMessages> = {
  title: 'Ваши токены для других программ',
  text: 'С таким токеном программа вызывает инструменты сотрудника от вашего имени. Отзывайте те, которыми больше не пользуетесь.',
  failed: 'Не удалось загрузить ваши токены',
  none: 'У вас нет токенов. Создать токен можно на вкладке «Коннекторы» на странице сотрудника.',
  toolsOf: 'Инструменты сотрудника',
}

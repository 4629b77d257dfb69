import type { Words } from '../../../lib/i18n.ts'
import type { errorPageMessages } from './messages.ts'

export const ru: Words<typeof errorPageMessages> = {
  noOrganization: {
    title: 'Вы не состоите ни в одной организации',
    text: 'Попросите коллегу прислать приглашение и войдите снова.',
  },
  missing: {
    title: 'Страница не найдена',
    text: 'Возможно, её перенесли или ссылка неверна.',
    home: 'На главную',
  },
}

import type { Words } from '../../../lib/i18n.ts'
import type { failureMessages } from './messages.ts'

export const ru: Words<typeof failureMessages> = {
  failures: {
    model: 'Модель не отвечает. Попробуйте ещё раз.',
    limit: 'Дневной лимит расходов исчерпан.',
    credits: 'У организации не осталось кредитов.',
    not_ready: 'Ни одна модель не подключена. Попросите администратора подключить её.',
    interrupted: 'Ответ слишком часто прерывался.',
    inactive: 'Организация неактивна.',
    endless: 'Ответ занял слишком много времени.',
    other: 'Не удалось получить ответ.',
  },
  failureDetails: 'Подробности',
}

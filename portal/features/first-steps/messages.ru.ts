import type { Words } from '../../lib/i18n.ts'
import type { firstStepsMessages } from './messages.ts'

export const ru: Words<typeof firstStepsMessages> = {
  title: 'С чего начать',
  progress: (done, all) => `Готово: ${done} из ${all}`,
  hide: 'Скрыть список',
  done: 'Готово',
  steps: {
    vendor: {
      title: 'Подключите поставщика моделей',
      text: 'До этого вы получаете заготовленные ответы, а не ответы ИИ.',
    },
    teammate: { title: 'Создайте сотрудника', text: 'Дайте ему имя, роль и инструкции.' },
    folder: { title: 'Откройте ему папку', text: 'Сотрудник будет отвечать по файлам из неё.' },
    colleague: { title: 'Пригласите коллегу', text: 'Работайте с сотрудниками вместе.' },
    site: { title: 'Поставьте его на сайт', text: 'Вставьте код в страницы, и посетители смогут писать сотруднику.' },
    visitor: { title: 'Ответьте первому посетителю', text: 'Возьмите беседу на себя во входящих.' },
  },
}

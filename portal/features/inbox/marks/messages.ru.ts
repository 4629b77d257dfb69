import type { Words } from '../../../lib/i18n.ts'
import type { markMessages } from './messages.ts'

export const ru: Words<typeof markMessages> = {
  title: 'Решить, отложить или спам',
  show: 'Статус',
  views: { open: 'Открытые', resolved: 'Решённые', snoozed: 'Отложенные', spam: 'Спам' },
  own: 'Только для вас, в этом браузере',
  ownText: 'Коллеги и другие ваши устройства этого не видят.',
  resolve: 'Решено',
  snoozeUntil: 'Отложить',
  snooze: { later: 'До вечера', tomorrow: 'До завтрашнего утра', week: 'До следующей недели' },
  spam: 'Это спам',
  reopen: 'Открыть снова',
  undo: 'Отменить',
  done: { resolved: 'Решено — только у вас', snoozed: 'Отложено — только у вас', spam: 'Спам — только у вас' },
  state: {
    resolved: 'Вы отметили: решено.',
    snoozed: (moment) => `Вы отложили до ${moment}.`,
    spam: 'Вы отметили: спам.',
  },
  badge: { resolved: 'Решено', snoozed: 'Отложено', spam: 'Спам' },
  none: {
    resolved: { title: 'Решённых нет', text: 'Решённое остаётся здесь, пока клиент не напишет снова.' },
    snoozed: { title: 'Отложенных нет', text: 'Отложенное остаётся здесь до срока или нового сообщения.' },
    spam: { title: 'Спама нет', text: 'Здесь остаётся то, что вы отметили как спам.' },
  },
  noneOpen: 'Открытых нет',
  noneOpenText: 'Всё, что здесь было, вы закрыли, отложили или отметили как спам.',
  showAll: { resolved: 'Показать решённые', snoozed: 'Показать отложенные', spam: 'Показать спам' },
  loading: 'Загружаем переписки',
  more: 'Показать ещё',
}

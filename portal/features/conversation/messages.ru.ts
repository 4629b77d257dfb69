import type { Words } from '../../lib/i18n.ts'
import type { conversationMessages } from './messages.ts'

export const ru: Words<typeof conversationMessages> = {
  olderFailed: 'Не удалось загрузить более ранние сообщения.',
  jumpToNewest: 'К последнему сообщению',
  thinking: 'Размышляет',
  thought: 'Рассуждение',
  thoughtFor: (seconds) => `Размышлял ${seconds} с`,
  waits: 'Ждёт с',
  operator: 'Оператор',
  stopped: 'Остановлено',
  answering: (name) => `${name} отвечает`,
  answered: (name, text) => `${name}: ${text}`,
  loading: 'Загружаем сообщения',
  retry: 'Повторить',
  joined: (name) => `К переписке присоединился человек: ${name}`,
  joinedUnnamed: 'К переписке присоединился человек',
  left: (teammate) => `Возвращено: отвечает ${teammate}`,
  requested: 'Позвали человека',
  contactRequested: 'Контакт просит позвать человека',
  teammateRequested: (teammate) => `${teammate} зовёт человека`,
  failureRequested: (teammate) => `${teammate} не может ответить: нужен человек`,
  edited: 'изменено',
}

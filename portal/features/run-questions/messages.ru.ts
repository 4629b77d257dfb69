import type { Words } from '../../lib/i18n.ts'
import type { questionMessages } from './messages.ts'

export const ru: Words<typeof questionMessages> = {
  waiting: 'Ждёт ответа',
  answerLink: 'По ссылке можно ответить один раз, не входя в систему.',
  copyAnswerLink: 'Скопировать ссылку на вопрос',
  yourAnswer: 'Ваш ответ',
  send: 'Отправить ответ',
  approve: 'Разрешить',
  refuse: 'Отклонить',
  note: 'Комментарий (необязательно)',
  noteHint: 'Его прочтёт сотрудник или процесс вместе с вашим решением.',
  mayCall: (tool) => `Разрешить «${tool}»?`,
  toolInput: 'С такими данными',
  largeInput: 'Данные слишком велики, чтобы показать их здесь. Целиком они есть в журнале запуска.',
  until: 'Ответ ждут до',
  gone: 'На это уже ответили, или вопрос больше не актуален.',
  failed: 'Не удалось отправить ответ',
}

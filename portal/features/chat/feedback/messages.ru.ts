import type { Words } from '../../../lib/i18n.ts'
import type { feedbackMessages } from './messages.ts'

export const ru: Words<typeof feedbackMessages> = {
  like: 'Хороший ответ',
  dislike: 'Плохой ответ',
  titles: { like: 'Что понравилось?', dislike: 'Что не так?' },
  reasons: {
    like: ['Точно', 'Полно', 'Понятно', 'Хорошо написано', 'Сэкономил время'],
    dislike: ['Неверно', 'Неполно', 'Не о том', 'Непонятно', 'Слишком длинно', 'Слишком долго'],
  },
  other: 'Другое',
  comment: 'Ваш комментарий',
  placeholder: 'Своими словами',
  left: (count, max) => `${count} из ${max}`,
  notNow: 'Пропустить',
  send: 'Отправить',
  thanks: 'Ваш отзыв:',
  edit: 'Изменить',
  notAccepted: 'Это сообщение нельзя оценить.',
  tooOften: 'Слишком много оценок подряд. Попробуйте через минуту.',
  failed: 'Не удалось сохранить отзыв. Попробуйте ещё раз.',
}

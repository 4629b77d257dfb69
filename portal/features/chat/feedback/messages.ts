import { catalogue } from '../../../lib/i18n.ts'

export const feedbackMessages = catalogue(
  {
    like: 'Good answer',
    dislike: 'Bad answer',
    titles: { like: 'What was good about it?', dislike: 'What was wrong with it?' },
    reasons: {
      like: ['Accurate', 'Complete', 'Easy to follow', 'Well written', 'Saved me time'],
      dislike: ['Not correct', 'Incomplete', 'Not what I asked', 'Hard to follow', 'Too long', 'Too slow'],
    },
    other: 'Other',
    comment: 'Your comment',
    placeholder: 'In your own words',
    left: (count: number, most: number) => `${count} of ${most}`,
    notNow: 'Not now',
    send: 'Send',
    thanks: 'Your feedback:',
    edit: 'Edit',
    notAccepted: 'This message does not take feedback.',
    tooOften: 'That was a lot of feedback at once. Please try again in a minute.',
    failed: 'Your feedback could not be saved. Please try again.',
  },
  {
    ru: {
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
      left: (count, most) => `${count} из ${most}`,
      notNow: 'Не сейчас',
      send: 'Отправить',
      thanks: 'Ваш отзыв:',
      edit: 'Изменить',
      notAccepted: 'Это сообщение нельзя оценить.',
      tooOften: 'Слишком много оценок подряд. Попробуйте через минуту.',
      failed: 'Не удалось сохранить отзыв. Попробуйте ещё раз.',
    },
  },
)

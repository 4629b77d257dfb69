import type { Words } from '../../lib/i18n.ts'
import type { answerLinkMessages } from './messages.ts'

export const ru: Words<typeof answerLinkMessages> = {
  title: 'Вопрос к вам',
  loading: 'Загружаем вопрос',
  failed: 'Не удалось загрузить вопрос',
  thanks: 'Спасибо',
  thanksText: 'Ваш ответ получен. Страницу можно закрыть.',
  answered: 'Ответ уже есть',
  answeredText: 'На этот вопрос уже ответили, или он больше не актуален.',
  missing: 'Ссылка не работает',
  missingText: 'Возможно, она скопирована не целиком или устарела. Попросите у отправителя новую.',
}

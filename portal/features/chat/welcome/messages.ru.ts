import type { Words } from '../../../lib/i18n.ts'
import type { welcomeMessages } from './messages.ts'

export const ru: Words<typeof welcomeMessages> = {
  emptyText: 'Задайте вопрос или опишите задачу.',
  assistant: 'Ваш личный помощник',
  abilities: 'Что умеет',
  examples: 'Попробуйте, например',
  others: 'Другие сотрудники',
  all: 'Все сотрудники',
  prompts: {
    help: 'Чем вы можете мне помочь?',
    files: 'Какие файлы вы можете читать?',
    summarize: (path) => `Перескажите «${path}»`,
    find: (topic) => `Что в наших файлах говорится о «${topic}»?`,
    write: (folder) => `Составьте памятку для нового коллеги и сохраните её в «${folder}»`,
    draft: 'Напишите вежливый ответ недовольному клиенту',
    plan: 'Составьте план на неделю',
  },
}

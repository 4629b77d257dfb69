import type { Words } from '../../../lib/i18n.ts'
import type { handsMessages } from './messages.ts'

export const ru: Words<typeof handsMessages> = {
  person: (person, teammate) => `Отвечает ${person}. ${teammate} на паузе.`,
  somebody: 'коллега',
  you: 'Вы взяли этот чат себе.',
  waits: (teammate) => `${teammate} зовёт человека и отвечает, пока никто не подключился.`,
  nobody: (teammate) => `${teammate} здесь выключен. Ответит человек.`,
}

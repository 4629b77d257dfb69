import type { Words } from '../../../lib/i18n.ts'
import type { handsMessages } from './messages.ts'

export const ru: Words<typeof handsMessages> = {
  person: (person, teammate) => `Здесь отвечает ${person}. ${teammate} молчит.`,
  somebody: 'коллега',
  you: 'Здесь отвечаете вы: этот чат взят вами.',
  waits: (teammate) => `${teammate} зовёт человека, а пока отвечает сам.`,
  nobody: (teammate) => `${teammate} здесь выключен. Отвечает человек.`,
}

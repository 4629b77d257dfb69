import type { Words } from '../../../lib/i18n.ts'
import type { waitingMessages } from './messages.ts'

export const ru: Words<typeof waitingMessages> = {
  question: 'Вопрос',
  until: 'Ответ продолжится сам:',
  since: {
    question: 'Ответ продолжится после ответа на вопрос. Ждёт с',
    approval: 'Ответ продолжится, когда кто-нибудь примет решение. Ждёт с',
    response: 'Ответ продолжится, когда откликнется другая программа. Ждёт с',
    unknown: 'Ответ продолжится сам. Ждёт с',
  },
}

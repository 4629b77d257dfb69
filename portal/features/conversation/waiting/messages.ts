import { catalogue } from '../../../lib/i18n.ts'

export const waitingMessages = catalogue('conversation/waiting', {
  question: 'Question',
  until: 'The answer continues by itself at',
  since: {
    question: 'The answer continues once the question is answered. Waiting since',
    approval: 'The answer continues once someone decides. Waiting since',
    response: 'The answer continues once another program has responded. Waiting since',
    unknown: 'The answer continues by itself. Waiting since',
  },
})

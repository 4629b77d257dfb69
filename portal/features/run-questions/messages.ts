import { catalogue } from '../../lib/i18n.ts'

export const questionMessages = catalogue('run-questions', {
  waiting: 'Waiting for an answer',
  answerLink: 'Anyone with the link can answer once, without signing in.',
  copyAnswerLink: 'Copy the link to the question',
  yourAnswer: 'Your answer',
  send: 'Send answer',
  approve: 'Approve',
  refuse: 'Refuse',
  note: 'Note (optional)',
  noteHint: 'The teammate or the workflow reads it with your decision.',
  mayCall: (tool: string) => `Allow “${tool}”?`,
  toolInput: 'With this input',
  largeInput: 'The input is too large to show here. See the run’s log.',
  until: 'Asked until',
  gone: 'This question was already answered or is no longer open.',
  failed: 'Couldn’t send the answer',
})

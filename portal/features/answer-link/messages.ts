import { catalogue } from '../../lib/i18n.ts'

export const answerLinkMessages = catalogue('answer-link', {
  title: 'A question for you',
  loading: 'Loading the question',
  failed: 'Couldn’t load the question',
  thanks: 'Thank you',
  thanksText: 'Your answer has arrived. You can close this page.',
  answered: 'Already answered',
  answeredText: 'Somebody has answered this question, or it is no longer asked.',
  missing: 'This link doesn’t work',
  missingText: 'It may be incomplete or too old. Ask whoever sent it for a new one.',
})

import { catalogue } from '../../lib/i18n.ts'

export const answerLinkMessages = catalogue('answer-link', {
  title: 'A question for you',
  loading: 'Loading the question',
  failed: 'Couldn’t load the question',
  thanks: 'Thank you',
  thanksText: 'Your answer has arrived. You can close this page.',
  answered: 'Already answered',
  answeredText: 'This question has been answered or is no longer open.',
  missing: 'This link doesn’t work',
  missingText: 'The link may be incomplete or expired. Ask the sender for a new one.',
})

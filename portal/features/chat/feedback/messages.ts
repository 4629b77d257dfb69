import { catalogue } from '../../../lib/i18n.ts'

export const feedbackMessages = catalogue('chat/feedback', {
  like: 'Good answer',
  dislike: 'Bad answer',
  titles: { like: 'What was good about it?', dislike: 'What was wrong with it?' },
  reasons: {
    like: ['Accurate', 'Complete', 'Easy to follow', 'Well written', 'Saved me time'],
    dislike: ['Incorrect', 'Incomplete', 'Not what I asked', 'Hard to follow', 'Too long', 'Too slow'],
  },
  other: 'Other',
  comment: 'Your comment',
  placeholder: 'In your own words',
  left: (count: number, max: number) => `${count} of ${max}`,
  notNow: 'Skip',
  send: 'Send',
  thanks: 'Your feedback:',
  edit: 'Edit',
  notAccepted: 'This message does not take feedback.',
  tooOften: 'Too much feedback in a short time. Please try again in a minute.',
  failed: 'Couldn’t save your feedback. Please try again.',
})

import { catalogue } from '../../../lib/i18n.ts'

export const failureMessages = catalogue('conversation/failure', {
  failures: {
    model: 'The model isn’t responding. Try again.',
    limit: 'The daily spending limit has been reached.',
    credits: 'The organization has no credits left.',
    not_ready: 'No model is connected. Ask an admin to connect one.',
    interrupted: 'The answer was interrupted too often.',
    inactive: 'The organization is inactive.',
    endless: 'The answer took too long.',
    other: 'Something went wrong with this answer.',
  },
  failureDetails: 'Details',
})

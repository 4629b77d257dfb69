import { catalogue } from '../../../lib/i18n.ts'

export const errorPageMessages = catalogue('shell/error-pages', {
  noOrganization: {
    title: 'You are not part of an organization',
    text: 'Ask a colleague to invite you, then sign in again.',
  },
  missing: {
    title: 'Page not found',
    text: 'It may have moved, or the link is wrong.',
    home: 'Go to home',
  },
})

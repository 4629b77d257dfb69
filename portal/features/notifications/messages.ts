import { catalogue } from '../../lib/i18n.ts'

export const notificationMessages = catalogue('notifications', {
  title: 'Notifications',
  text: 'Saved to your account. The tab title always shows how many are waiting.',
  of: 'Notify me about',
  ofHint: 'You aren’t notified about the conversation you have open.',
  choices: {
    none: 'Nothing',
    mine: 'My conversations',
    waiting: 'Assigned to me or waiting for a person',
    all: 'All conversations',
  },
  sound: 'Sound',
  soundHint: 'Plays a sound for each new message.',
  browser: 'Browser notifications',
  browserHint: 'Shown by your system even when you’re in another tab or app.',
  allow: 'Allow in this browser',
  notAllowed: 'Not allowed in this browser yet.',
  blocked: 'Blocked in this browser. Allow them in the site settings.',
  impossible: 'Not available here: the browser needs a secure connection (https).',
  notSaved: 'Couldn’t save. Your previous setting is kept.',
  file: 'Sent a file',
  asks: 'Asks for a person',
  given: 'This conversation was assigned to you',
})

import { catalogue } from '../../lib/i18n.ts'

export const notificationMessages = catalogue('notifications', {
  title: 'Notifications',
  text: 'Kept with your account. The title of the tab always counts what waits for you.',
  of: 'Notify me of',
  ofHint: 'Never of the conversation that you have in front of you.',
  choices: {
    none: 'Nothing',
    mine: 'My conversations',
    waiting: 'Mine, and those that wait for a person',
    all: 'All that I see',
  },
  sound: 'Sound',
  soundHint: 'Two soft tones for each message.',
  browser: 'Browser notifications',
  browserHint: 'Shown by your system, also while you are in another tab or program.',
  allow: 'Allow in this browser',
  notAllowed: 'This browser has not been allowed to show them yet.',
  blocked: 'This browser blocks them. Allow them in its settings for this site.',
  impossible: 'This browser cannot show them here. It needs a secure connection (https).',
  notSaved: 'Couldn’t save. Your previous setting is kept.',
  file: 'Sent a file',
  asks: 'Asks for a person',
  given: 'This conversation is yours now',
})

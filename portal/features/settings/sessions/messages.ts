import { catalogue } from '../../../lib/i18n.ts'

export const sessionMessages = catalogue('settings/sessions', {
  title: 'Where you’re signed in',
  text: 'End a session that you don’t recognize.',
  failed: 'Couldn’t load your sessions',
  on: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: 'Unknown browser',
  current: 'This browser',
  used: (when: string) => `Last used ${when}`,
  address: (address: string) => `from ${address}`,
  signOut: 'End',
  signOutLabel: (name: string) => `End the session in ${name}`,
  ended: 'Session ended',
  endFailed: 'Couldn’t end the session. Please try again.',
  endOthers: 'End all others',
  endOthersTitle: 'End all other sessions?',
  endOthersText: 'Every other browser has to sign in again.',
  othersEnded: 'All other sessions ended',
})

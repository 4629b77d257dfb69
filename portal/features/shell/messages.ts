import { catalogue } from '../../lib/i18n.ts'

export const shellMessages = catalogue('shell', {
  loading: 'Loading',
  close: 'Close',
  retry: 'Try again',
  skipToContent: 'Skip to content',
  navigation: 'Navigation',
  openNavigation: 'Open navigation',
  showNavigation: 'Show navigation and chats (Alt+C)',
  hideNavigation: 'Hide navigation and chats (Alt+C)',
  rooms: 'Pages',
  chat: 'Chat',
  storage: 'Storage',
  staff: 'Staff',
  settings: 'Settings',
  administration: 'Platform',
  account: 'Account',
  theme: 'Theme',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  logOut: 'Log out',
  logOutFailed: 'You could not be logged out. Please try again.',
  offline: 'You are offline. What you see may be out of date.',
  reconnecting: 'The live connection was lost. Reconnecting …',
  noOrganization: {
    title: 'You are not part of an organization',
    text: 'Ask a colleague to invite you, then sign in again.',
  },
  authError: {
    network: { title: 'The server cannot be reached', text: 'Check your connection. You are still signed in.' },
    timeout: { title: 'The server takes too long to answer', text: 'It may be busy. Please try again in a moment.' },
    server: {
      title: 'The server has a problem',
      text: 'It could not tell who you are. Please try again in a moment.',
    },
  },
  broken: { title: 'Something broke on this page', text: 'Loading it again usually helps.', reload: 'Load again' },
  missing: {
    title: 'There is nothing here',
    text: 'The page was moved, or the link is wrong.',
    home: 'To the first page',
  },
})

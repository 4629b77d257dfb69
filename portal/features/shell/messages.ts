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
  staff: 'Teammates',
  settings: 'Settings',
  administration: 'Model catalog',
  account: 'Account',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  language: 'Language',
  logOut: 'Log out',
  logOutFailed: 'Couldn’t log you out. Please try again.',
  offline: 'You are offline. What you see may be out of date.',
  reconnecting: 'Connection lost. Reconnecting…',
  noOrganization: {
    title: 'You are not part of an organization',
    text: 'Ask a colleague to invite you, then sign in again.',
  },
  authError: {
    network: { title: 'Can’t reach the server', text: 'Check your connection. You are still signed in.' },
    timeout: {
      title: 'The server is taking too long to respond',
      text: 'It may be busy. Please try again in a moment.',
    },
    server: {
      title: 'Something went wrong on the server',
      text: 'We couldn’t check who you are. Please try again in a moment.',
    },
  },
  broken: { title: 'Something went wrong on this page', text: 'Reloading usually helps.', reload: 'Reload' },
  missing: {
    title: 'Page not found',
    text: 'It may have moved, or the link is wrong.',
    home: 'Go to home',
  },
})

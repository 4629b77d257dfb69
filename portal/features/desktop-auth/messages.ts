import { catalogue } from '../../lib/i18n.ts'

export const desktopAuthMessages = catalogue('desktop-auth', {
  title: 'Connect a desktop app',
  defaultDevice: 'Desktop sync app',
  text: (device: string) => `${device} asks to work with your account.`,
  as: (person: string) => `You are signed in as ${person}.`,
  warning: 'Continue only if you have just started this on your own computer.',
  continue: 'Continue',
  otherAccount: 'Use another account',
  logOutFailed: 'Couldn’t log you out. Please try again.',
  invalidTitle: 'Invalid request',
  invalidText: 'Start again from the desktop app. This link wasn’t opened by it.',
})

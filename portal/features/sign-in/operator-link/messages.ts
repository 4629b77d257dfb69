import { catalogue } from '../../../lib/i18n.ts'

export const operatorLinkMessages = catalogue('sign-in/operator-link', {
  setUpTitle: (brand: string) => `Set up ${brand}`,
  setUpText: 'You’ll administer this server and own its first organization.',
  name: 'Your name',
  email: 'Your email',
  emailHint: 'Use the address you’ll sign in with at your identity provider.',
  organization: 'Organization',
  setUp: 'Set up',
  setUpFailed: 'Couldn’t set it up. Please try again.',
  signInFailed: 'Couldn’t sign you in. Please try again.',
  signInTitle: 'Sign in by link',
  signInText: (person: string) => `This link signs you in as ${person}. It works once.`,
  signIn: 'Sign in',
  goneTitle: 'This link no longer works',
  goneText: 'It has been used or has expired. Ask your server administrator for a new one.',
  toSignIn: 'Go to sign-in',
  failed: 'Couldn’t open this link',
})

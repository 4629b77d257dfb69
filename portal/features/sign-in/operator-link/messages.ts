import { catalogue } from '../../../lib/i18n.ts'

export const operatorLinkMessages = catalogue('sign-in/operator-link', {
  setUpTitle: (brand: string) => `Set up ${brand}`,
  setUpText: 'You are the first here: you will administer this server and own its first organization.',
  name: 'Your name',
  email: 'Your email',
  emailHint: 'Whoever signs in with this address later, through your identity provider, is you.',
  organization: 'Organization',
  setUp: 'Set up',
  setUpFailed: 'Couldn’t set it up. Please try again.',
  signInFailed: 'Couldn’t sign you in. Please try again.',
  signInTitle: 'Sign in by link',
  signInText: (person: string) => `This link signs you in as ${person}. It works once.`,
  signIn: 'Sign in',
  goneTitle: 'This link doesn’t work any more',
  goneText: 'It has been used or has expired. Whoever runs this server can make another one.',
  toSignIn: 'Go to sign-in',
  failed: 'Couldn’t open this link',
  loading: 'Opening the link',
})

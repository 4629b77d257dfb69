import { catalogue } from '../../../lib/i18n.ts'

export const accessMessages = catalogue('teammates/access', {
  title: 'You don’t have access to any teammates yet',
  /** Empty where nobody is known who could be asked. */
  missing: (names: string) =>
    `You see teammates, their conversations and contacts through access groups. Ask ${names || 'an administrator'} to add you to one.`,
})

import type { InviteRole } from '#contracts/invites.ts'
import { catalogue } from '../../lib/i18n.ts'

const as: Record<InviteRole, string> = { admin: 'an administrator', member: 'a member' }

export const inviteMessages = catalogue('invite', {
  title: 'Invite',
  loading: 'Loading the invite',
  failed: 'Couldn’t load the invite',
  join: (organization: string) => `Join ${organization}`,
  invites: (inviter: string | null, organization: string, role: InviteRole) =>
    `${inviter ? `${inviter} invited you` : 'You’re invited'} to work in ${organization} as ${as[role]}.`,
  until: (date: string) => `The invite is valid until ${date}.`,
  signIn: 'Sign in to accept',
  signedInAs: (email: string) => `You’re signed in as ${email}.`,
  accept: 'Accept invite',
  acceptFailed: 'Couldn’t accept the invite. Please try again.',
  forAnother: 'This invite is for another email address.',
  useAnother: 'Use another account',
  states: {
    Accepted: { title: 'This invite has already been used', text: 'If that wasn’t you, ask for a new one.' },
    Cancelled: { title: 'This invite was canceled', text: 'If you still want to join, ask for a new one.' },
    Expired: { title: 'This invite has expired', text: 'Ask for a new one.' },
    missing: {
      title: 'There is no such invite',
      text: 'The link may be incomplete. Open it again or ask for a new one.',
    },
  },
  from: (inviter: string, organization: string) => `It came from ${inviter}, ${organization}.`,
  home: 'Go to home',
})

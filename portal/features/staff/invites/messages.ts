import type { InviteRole, SkippedAddress } from '#contracts/invites.ts'
import type { MailProblem } from '#contracts/mail.ts'
import { catalogue } from '../../../lib/i18n.ts'

const roles: Record<InviteRole, string> = { admin: 'Administrator', member: 'Member' }
const states = { Pending: 'Pending', Accepted: 'Accepted', Cancelled: 'Canceled', Expired: 'Expired' }
const problems: Record<MailProblem, string> = {
  NOT_CONFIGURED: 'This server can’t send email',
  ADDRESS_REFUSED: 'The address was refused',
  REFUSED: 'The mail server refused the email',
  UNREACHABLE: 'The mail server couldn’t be reached',
}
const skipped: Record<SkippedAddress['reason'], string> = {
  NOT_AN_ADDRESS: 'not an email address',
  ALREADY_MEMBER: 'already in the organization',
  ALREADY_INVITED: 'already invited',
}

export const invitesMessages = catalogue('staff/invites', {
  title: 'Invites',
  text: 'Invites are valid for 14 days.',
  failed: 'Couldn’t load invites',
  more: 'Show more',
  to: 'Invite',
  role: 'Role',
  status: 'Status',
  validUntil: 'Valid until',
  until: (date: string) => `until ${date}`,
  actionsOf: (name: string) => `Actions for ${name}`,
  link: 'Invite link',
  linkEnding: (ending: string) => `Invite link …${ending}`,
  used: (used: number, uses: number) => `${used} of ${uses} joined`,
  invitedBy: (name: string) => `Invited by ${name}`,
  roles,
  states,
  sending: 'Sending…',
  mailFailed: (problem: MailProblem | null) => (problem ? `Not sent: ${lowerFirst(problems[problem])}` : 'Not sent'),
  resend: 'Resend',
  resent: (email: string) => `The invite to ${email} is being sent again`,
  resendFailed: 'Couldn’t send the invite again. Please try again.',
  cancel: 'Cancel',
  cancelTitle: 'Cancel this invite?',
  cancelText: 'Its link stops working immediately.',
  cancelInvite: 'Cancel invite',
  keep: 'Keep',
  cancelled: 'Invite canceled',
  cancelFailed: 'Couldn’t cancel the invite. Please try again.',
  copyLink: 'Copy invite link',
  linkCopied: 'Link copied',
  copyFailed: 'Couldn’t copy the link',
  dialogTitle: 'Invite people',
  how: 'How to invite',
  ways: { email: 'By email', link: 'By link' },
  emails: 'Email addresses',
  emailsHint: 'Separate addresses with commas, spaces or new lines. Each person gets their own invite.',
  tooMany: (max: number) => `Invite up to ${max} people at a time.`,
  noMail: 'This server can’t send email yet. Create a link and share it yourself.',
  createLinkInstead: 'Create a link instead',
  accessGroups: 'Access groups',
  teammates: 'Teammates they can see',
  noTeammates: 'There are no teammates yet.',
  noAccess: 'Without access they see no teammates, conversations or contacts.',
  firstGroup: 'Members',
  position: 'Position (optional)',
  positionHint: 'A note for you while you fill this in. It isn’t saved.',
  roleHints: {
    member: 'Works with the teammates they have access to.',
    admin: 'Also manages people, teammates and settings.',
  },
  uses: 'How many people can join with it',
  usesHint: (max: number) => `From 1 to ${max}. Anyone with the link can join.`,
  send: 'Send invites',
  createLink: 'Create link',
  createFailed: 'Couldn’t create the invite. Please try again.',
  invited: (count: number) => (count === 1 ? '1 person was invited' : `${count} people were invited`),
  notInvited: 'Not invited:',
  skipped,
  linkReady: 'The link is ready',
  linkReadyText: (uses: number) =>
    uses === 1 ? 'One person can join with it within 14 days.' : `${uses} people can join with it within 14 days.`,
  done: 'Done',
})

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

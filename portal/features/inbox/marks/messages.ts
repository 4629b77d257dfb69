import { catalogue } from '../../../lib/i18n.ts'

export const markMessages = catalogue('inbox/marks', {
  title: 'Resolve, snooze or spam',
  show: 'Status',
  views: { open: 'Open', resolved: 'Resolved', snoozed: 'Snoozed', spam: 'Spam' },
  own: 'Only for you, in this browser',
  ownText: 'Colleagues and your other devices don’t see this.',
  resolve: 'Resolve',
  snoozeUntil: 'Snooze until',
  snooze: { later: 'Later today', tomorrow: 'Tomorrow morning', week: 'Next week' },
  spam: 'Mark as spam',
  reopen: 'Reopen',
  undo: 'Undo',
  done: { resolved: 'Resolved for you', snoozed: 'Snoozed for you', spam: 'Marked as spam for you' },
  state: {
    resolved: 'You resolved this.',
    snoozed: (moment: string) => `You snoozed this until ${moment}.`,
    spam: 'You marked this as spam.',
  },
  badge: { resolved: 'Resolved', snoozed: 'Snoozed', spam: 'Spam' },
  none: {
    resolved: { title: 'Nothing is resolved', text: 'What you resolve is kept here until the customer writes again.' },
    snoozed: { title: 'Nothing is snoozed', text: 'What you snooze is kept here until its time or the next message.' },
    spam: { title: 'No spam', text: 'What you mark as spam is kept here.' },
  },
  noneOpen: 'Nothing is open',
  noneOpenText: 'You’ve resolved or snoozed everything here, or marked it as spam.',
  showAll: { resolved: 'Show resolved', snoozed: 'Show snoozed', spam: 'Show spam' },
  loading: 'Loading conversations',
  more: 'Show more',
})

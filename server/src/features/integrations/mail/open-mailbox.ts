import type { AccountScope } from '../requests/account.ts'
import { gmailMailbox } from './gmail/gmail.ts'
import type { Mailbox } from './mailbox.ts'
import { outlookMailbox } from './outlook/outlook.ts'

export const openMailbox = (scope: AccountScope): Mailbox =>
  scope.account.service === 'idpa' ? gmailMailbox(scope) : outlookMailbox(scope)

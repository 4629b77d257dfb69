import type { AccountScope } from '../requests/account.ts'
import type { Calendar } from './calendar.ts'
import { googleCalendar } from './google/google-calendar.ts'
import { outlookCalendar } from './outlook/outlook-calendar.ts'

export const openCalendar = (scope: AccountScope): Calendar =>
  scope.account.service === 'idpa' ? googleCalendar(scope) : outlookCalendar(scope)

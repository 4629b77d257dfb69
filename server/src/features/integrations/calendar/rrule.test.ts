import { expect, test } from 'vitest'
import { outlookRecurrence } from './outlook/recurrence.ts'
import { readRule, showRule } from './rrule.ts'

const start = { text: '2027-03-02T18:00:00', time_zone: 'America/New_York' }

test.each([
  ['FREQ=DAILY;COUNT=3', 'RRULE:FREQ=DAILY;COUNT=3'],
  ['rrule:freq=weekly;byday=mo,we', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE'],
  ['FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20271231T000000Z', 'RRULE:FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20271231T000000Z'],
])('the rule %j is taken', (text, shown) => {
  expect(showRule(readRule(text))).toBe(shown)
})

test.each([
  '',
  'every day',
  'COUNT=3',
  'FREQ=SECONDLY',
  'FREQ=DAILY;',
  'FREQ=DAILY=WEEKLY',
  'FREQ=DAILY;FREQ=WEEKLY',
  'FREQ=DAILY;COUNT=0',
  'FREQ=DAILY;COUNT=3;UNTIL=20271231',
  'FREQ=DAILY;UNTIL=soon',
  'FREQ=DAILY\r\nEXDATE:20270301',
  'FREQ=DAILY;CONSTRUCTOR=1',
])('the rule %j is refused with an example', (text) => {
  expect(() => readRule(text)).toThrow(/A recurrence is such as FREQ=WEEKLY/)
})

test.each([
  ['FREQ=DAILY;INTERVAL=2', { type: 'daily', interval: 2 }],
  ['FREQ=WEEKLY', { type: 'weekly', interval: 1, daysOfWeek: ['tuesday'], firstDayOfWeek: 'monday' }],
  [
    'FREQ=WEEKLY;BYDAY=MO,FR;WKST=SU',
    { type: 'weekly', interval: 1, daysOfWeek: ['monday', 'friday'], firstDayOfWeek: 'sunday' },
  ],
  ['FREQ=MONTHLY', { type: 'absoluteMonthly', interval: 1, dayOfMonth: 2 }],
  ['FREQ=MONTHLY;BYMONTHDAY=15', { type: 'absoluteMonthly', interval: 1, dayOfMonth: 15 }],
  ['FREQ=MONTHLY;BYDAY=-1FR', { type: 'relativeMonthly', interval: 1, index: 'last', daysOfWeek: ['friday'] }],
  ['FREQ=YEARLY', { type: 'absoluteYearly', interval: 1, month: 3, dayOfMonth: 2 }],
])('Outlook is sent %s as its pattern', (text, pattern) => {
  const range = { type: 'noEnd', startDate: '2027-03-02', recurrenceTimeZone: 'America/New_York' }
  expect(outlookRecurrence(text, start)).toEqual({ pattern, range })
})

test.each([
  'FREQ=DAILY;BYDAY=MO',
  'FREQ=WEEKLY;BYDAY=2MO',
  'FREQ=MONTHLY;BYDAY=MO,TU',
  'FREQ=MONTHLY;BYDAY=5MO',
  'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;BYMONTHDAY=1,15',
  'FREQ=YEARLY;BYMONTH=6',
  'FREQ=DAILY;UNTIL=20279999T000000Z',
])('%s is refused, which Outlook cannot say', (text) => {
  expect(() => outlookRecurrence(text, start)).toThrow(/^Outlook does not take this recurrence/)
})

test.each([
  ['20270310', '2027-03-10'],
  // Six in the evening in New York is still the 9th there.
  ['20270309T230000Z', '2027-03-09'],
  ['20270310T000000Z', '2027-03-09'],
  // An hour before the one that would begin at six.
  ['20270309T220000Z', '2027-03-08'],
])('until %s is the last day %s where the event is', (until, endDate) => {
  expect(outlookRecurrence(`FREQ=DAILY;UNTIL=${until}`, start).range).toMatchObject({ type: 'endDate', endDate })
})

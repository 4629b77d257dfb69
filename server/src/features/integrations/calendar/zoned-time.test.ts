import { expect, test } from 'vitest'
import { eventTimes, momentOf } from './event-times.ts'
import { addDays, clockTime, instantOf, isTimeZone, zonedTime } from './zoned-time.ts'

const ROME = 'Europe/Rome'

test.each([
  ['2027-01-15T09:00:00', ROME, '2027-01-15T08:00:00.000Z', '2027-01-15T09:00:00+01:00'],
  ['2027-07-15T09:00:00', ROME, '2027-07-15T07:00:00.000Z', '2027-07-15T09:00:00+02:00'],
  ['2027-07-15T00:00:00', 'America/New_York', '2027-07-15T04:00:00.000Z', '2027-07-15T00:00:00-04:00'],
  ['2027-07-15T09:00:00', 'Asia/Kathmandu', '2027-07-15T03:15:00.000Z', '2027-07-15T09:00:00+05:45'],
  ['2027-07-15T09:00:00', 'Pacific/Kiritimati', '2027-07-14T19:00:00.000Z', '2027-07-15T09:00:00+14:00'],
  // Half an hour is the summer of Lord Howe.
  ['2027-07-15T09:00:00', 'Australia/Lord_Howe', '2027-07-14T22:30:00.000Z', '2027-07-15T09:00:00+10:30'],
])('a clock that shows %s in %s is understood and shown', (text, zone, instant, shown) => {
  expect(instantOf(text, zone).toISOString()).toBe(instant)
  expect(clockTime(new Date(instant), zone)).toBe(text)
  expect(zonedTime(new Date(instant), zone)).toBe(shown)
})

test('an hour that is skipped is as much later as the clocks were put forward', () => {
  expect(zonedTime(instantOf('2027-03-28T02:30:00', ROME), ROME)).toBe('2027-03-28T03:30:00+02:00')
  expect(zonedTime(instantOf('2027-03-28T01:59:59', ROME), ROME)).toBe('2027-03-28T01:59:59+01:00')
  expect(zonedTime(instantOf('2027-03-28T03:00:00', ROME), ROME)).toBe('2027-03-28T03:00:00+02:00')
})

test('of an hour that comes twice the first is meant', () => {
  expect(zonedTime(instantOf('2027-10-31T02:30:00', ROME), ROME)).toBe('2027-10-31T02:30:00+02:00')
  expect(zonedTime(new Date('2027-10-31T01:30:00Z'), ROME)).toBe('2027-10-31T02:30:00+01:00')
})

test('an event in the second of two equal hours is not taken for one in the first', () => {
  const { start, end } = eventTimes('2027-10-31T02:30:00+01:00', '2027-10-31T03:30:00+01:00', ROME)
  expect(start).toEqual({ text: '2027-10-31T01:30:00', time_zone: 'UTC' })
  expect(end).toEqual({ text: '2027-10-31T02:30:00', time_zone: 'UTC' })
  const first = eventTimes('2027-10-31T02:30', '2027-10-31T03:30', ROME)
  expect(first.start).toEqual({ text: '2027-10-31T02:30:00', time_zone: ROME })
})

test('a day begins at its midnight, also where the clocks are changed at midnight', () => {
  expect(momentOf('2027-01-15', ROME).toISOString()).toBe('2027-01-14T23:00:00.000Z')
  expect(zonedTime(momentOf('2024-04-26', 'Africa/Cairo'), 'Africa/Cairo')).toBe('2024-04-26T01:00:00+03:00')
})

test('a zone has a name that knows its summer', () => {
  expect(['UTC', ROME, 'America/Argentina/Buenos_Aires'].every(isTimeZone)).toBe(true)
  expect(['', '+02:00', '-05', 'Mars/Base', 'Europe/Rome; x', '__proto__'].some(isTimeZone)).toBe(false)
})

test('days are counted over months and leap years', () => {
  expect([addDays('2028-02-28', 1), addDays('2027-12-31', 1), addDays('2027-03-01', -1)]).toEqual([
    '2028-02-29',
    '2028-01-01',
    '2027-02-28',
  ])
})

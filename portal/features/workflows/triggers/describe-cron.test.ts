import { Cron } from 'croner'
import { expect, test } from 'vitest'
import { describeCron } from './describe-cron.ts'

test.each([
  ['0 9 * * 1-5', 'At 09:00, Monday through Friday', 'В 09:00, с понедельника по пятницу'],
  ['*/15 * * * *', 'Every 15 minutes', 'Каждые 15 минут'],
  ['30 8 1,15 * *', 'At 08:30, on day 1 and 15 of the month', 'В 08:30, в 1 и 15 число месяца'],
  ['0 22 * * 7', 'At 22:00, only on Sunday', 'В 22:00, только в воскресенье'],
  [
    '0 8 * * 1,3,5',
    'At 08:00, only on Monday, Wednesday, and Friday',
    'В 08:00, только в понедельник, среду и пятницу',
  ],
  ['@hourly', 'Every hour', 'Каждый час'],
])('the schedule %s is described in words', (cron, english, russian) => {
  expect(describeCron(cron, 'en')).toBe(english)
  expect(describeCron(cron, 'ru')).toBe(russian)
})

test.each([
  ['*/40 * * * *', 'At 0 and 40 minutes past the hour'],
  ['0 */5 * * *', 'At 00:00, 05:00, 10:00, 15:00 and 20:00'],
  ['0 9 */10 * *', 'At 09:00, on day 1, 11, 21, and 31 of the month'],
  ['0 9 * */5 *', 'At 09:00, only in January, June, and November'],
  ['0 9 * * */2', 'At 09:00, only on Sunday, Tuesday, Thursday, and Saturday'],
])('the step of %s is no even interval, so its times are listed', (cron, english) => {
  expect(describeCron(cron, 'en')).toBe(english)
  const times = new Cron(cron, { timezone: 'UTC', paused: true }).nextRuns(60, new Date('2026-01-01T00:00:00Z'))
  const lengths = new Set(times.slice(1).map((time, index) => time.getTime() - (times[index]?.getTime() ?? 0)))
  expect(lengths.size).toBeGreaterThan(1)
})

test.each(['', '0 9 *', '0 9 * * * 2027', '99 9 * * *', 'tomorrow'])('what is no schedule has no words: %s', (cron) => {
  expect(describeCron(cron, 'en')).toBeUndefined()
})

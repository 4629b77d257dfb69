import { expect, test } from 'vitest'
import { describeCron } from './describe-cron.ts'

test.each([
  ['0 9 * * 1-5', 'At 09:00, Monday through Friday', 'В 09:00, с понедельника по пятницу'],
  ['*/15 * * * *', 'Every 15 minutes', 'Каждые 15 минут'],
  ['30 8 1,15 * *', 'At 08:30, on day 1 and 15 of the month', 'В 08:30, в 1 и 15 число месяца'],
  ['0 22 * * 7', 'At 22:00, only on Sunday', 'В 22:00, только в воскресенье'],
])('the schedule %s is described in words', (cron, english, russian) => {
  expect(describeCron(cron, 'en')).toBe(english)
  expect(describeCron(cron, 'ru')).toBe(russian)
})

test.each(['', '0 9 *', '99 9 * * *', 'tomorrow'])('what is no schedule has no words: %s', (cron) => {
  expect(describeCron(cron, 'en')).toBeUndefined()
})

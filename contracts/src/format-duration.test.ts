import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test.each([
  [0, '0 sec', '0 с'],
  [20, '20 sec', '20 с'],
  [180, '3 min', '3 мин'],
  [200, '3 min 20 sec', '3 мин 20 с'],
  [3599, '59 min 59 sec', '59 мин 59 с'],
  [3600, '1 hr', '1 ч'],
  [7259, '2 hr', '2 ч'],
  [7260, '2 hr 1 min', '2 ч 1 мин'],
])('%i seconds', (seconds, english, russian) => {
  const plain = (language: string) => formatDuration(seconds, language).replace(/\s/g, ' ')
  expect([plain('en'), plain('ru')]).toEqual([english, russian])
})

import { expect, test } from 'vitest'
import { saveBudget } from './save-budget.ts'

test('saves stay at one a second on average, and after quiet seconds several may come at once', () => {
  let now = 0
  const budget = saveBudget(1000, () => now)
  let saves = 0
  const save = () => {
    if (budget.waitMs() > 0) return false
    budget.spend()
    saves += 1
    return true
  }
  // However often it is asked for.
  for (; now < 10_000; now += 10) save()
  expect(saves).toBe(10)
  expect(budget.waitMs()).toBe(0)

  now += 60_000
  expect(Array.from({ length: 8 }, save).filter(Boolean)).toHaveLength(5)
  now += 999
  expect(save()).toBe(false)
  now += 1
  expect(save()).toBe(true)
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { answerOn, newChat, send } from './chat.ts'
import { journeys } from './visit.ts'

const { server, visit } = await journeys()
const COUNT = 120
const numbers = Array.from({ length: COUNT }, (_, n) => n + 1)

/** A new chat in which an answer of some seconds has begun. */
async function beginAnswer(page: Page): Promise<void> {
  await newChat(page)
  await send(page, `slowly count to ${COUNT}`)
  await page.getByRole('button', { name: 'Stop the answer' }).waitFor()
  await expect.poll(() => answerOn(page)).toMatch(/\b7\b/)
}

/** The numbers of the last answer, in the order in which they stand on the page, once it is whole. */
async function counted(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: 'Copy' }).last().waitFor({ timeout: 60_000 })
  return [...(await answerOn(page)).matchAll(/\b\d+\b/g)].map(([number]) => Number(number))
}

test('an answer is whole and in order after a reload in its middle, and in a second tab', async () => {
  await using person = await visit()
  const { page } = person
  await beginAnswer(page)
  const second = await person.newPage()
  await second.goto(page.url())
  await page.reload()
  expect(await counted(page)).toEqual(numbers)
  expect(await counted(second)).toEqual(numbers)
  expect(person.faults).toEqual([])
})

test('an answer is whole and in order after the network was gone for a while', async () => {
  await using person = await visit()
  const { page, context } = person
  await beginAnswer(page)
  await context.setOffline(true)
  await page.waitForTimeout(2500)
  await context.setOffline(false)
  expect(await counted(page)).toEqual(numbers)
})

test('an answer is whole and in order though the server was killed and started again in its middle', async () => {
  await using person = await visit()
  const { page } = person
  await beginAnswer(page)
  await server.crash()
  expect(await counted(page)).toEqual(numbers)
  const question = page.getByText(`slowly count to ${COUNT}`, { exact: true })
  expect(await question.count()).toBeGreaterThan(0)
})

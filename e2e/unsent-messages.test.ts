import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { answerOn, apiSenderOn, composerOn, send, talk } from './chat.ts'
import { AGAIN } from './send-again.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()
/** With their answers more than a page of messages. */
const LATER = 16

/** Messages reach the server, and the page never learns of it from their requests. */
async function loseAcceptances(page: Page): Promise<void> {
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch(AGAIN)
    await route.abort()
  })
}

test('a message whose acceptance got lost on the way is not said twice when it is sent again', async () => {
  await using person = await visit()
  const { page } = person
  await talk(page, 'count to 12')
  const isLost = Promise.withResolvers<void>()
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch(AGAIN)
    await route.abort()
    isLost.resolve()
  })
  await send(page, 'count to 13')
  await isLost.promise
  await expect.poll(() => answerOn(page)).toMatch(/\b13\b/)
  await page.unroute('**/messages')
  const again = page.getByRole('button', { name: 'Retry' })
  // It goes by itself as soon as the page receives the message.
  if (await again.isVisible()) await again.click({ timeout: 5_000 }).catch(() => null)
  await page.reload()
  await composerOn(page).waitFor()
  await expect.poll(() => answerOn(page)).toMatch(/\b13\b/)
  expect(await page.getByText('count to 13', { exact: true }).count()).toBe(1)
})

test('the same words said again are a message of their own, and so is its failure', async () => {
  await using person = await visit()
  const { page } = person
  await talk(page, 'count to 2')
  await page.route('**/messages', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await send(page, 'count to 2')
  await page.getByText('Not sent.').waitFor()
  // The chat itself is called by its first words too, but not in its list of messages.
  await expect.poll(() => page.locator('ol').getByText('count to 2', { exact: true }).count()).toBe(2)
})

test('what was not sent is in its chat when the page is loaded again, and is sent once', async () => {
  await using person = await visit()
  const { page } = person
  await talk(page, 'count to 2')
  await page.route('**/messages', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await send(page, 'count to 14')
  await page.reload()
  await page.getByText('Not sent.').waitFor()
  await page.unroute('**/messages')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => answerOn(page)).toMatch(/\b14\b/)
  await page.reload()
  await composerOn(page).waitFor()
  await expect.poll(() => page.locator('ol').getByText('count to 14', { exact: true }).count()).toBe(1)
  expect(await page.getByText('Not sent.').count()).toBe(0)
})

test('a message reaches the server by itself when the network is back in a moment', async () => {
  await using person = await visit()
  const { page } = person
  await talk(page, 'count to 2')
  const isCut = Promise.withResolvers<void>()
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.abort()
    isCut.resolve()
  })
  await send(page, 'count to 15')
  await isCut.promise
  await page.unroute('**/messages')
  await expect.poll(() => answerOn(page)).toMatch(/\b15\b/)
  expect(await page.getByText('Not sent.').count()).toBe(0)
})

test('a message that arrived before its page was loaded again is not shown as unsent later, however much follows it', async () => {
  await using person = await visit()
  const { page } = person
  await talk(page, 'count to 2')
  await loseAcceptances(page)
  await send(page, 'count to 16')
  await expect.poll(() => answerOn(page)).toMatch(/\b16\b/)
  await page.reload()
  await page.unroute('**/messages')
  await page.locator('ol').getByText('count to 16', { exact: true }).waitFor()
  const sendByApi = await apiSenderOn(page)
  for (let n = 1; n <= LATER; n++) await sendByApi(`question ${n}`)
  await page.reload()
  await page.locator('ol').getByText(`question ${LATER}`, { exact: true }).waitFor()
  expect(await page.locator('ol').getByText('count to 16', { exact: true }).count()).toBe(0)
  expect(await page.getByText('Not sent.').count()).toBe(0)
})

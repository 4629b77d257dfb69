import type { Page, WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiSenderOn, newChat, send } from './chat.ts'
import { AGAIN } from './send-again.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()
/** With their answers more than a page of messages. */
const MISSED = 20

/** The connection of a page, which can be cut and kept from coming back. */
async function connectionOf(page: Page) {
  let isCut = false
  let open: WebSocketRoute | undefined
  await page.routeWebSocket(/\/realtime\//, (socket) => {
    if (isCut) return void socket.close()
    open = socket
    socket.connectToServer()
  })
  await page.route('**/realtime/**', (route) => (isCut ? route.abort() : route.fallback()))
  return {
    cut: async () => {
      isCut = true
      await open?.close()
    },
    restore: () => {
      isCut = false
    },
  }
}

/** The questions that are in the chat, from top to bottom; it is scrolled up, so that older ones come. */
const questionsOn = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((root) => {
    for (const box of [root, ...root.querySelectorAll('*')]) box.scrollTop = 0
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim() ?? ''
      if (/^question \d+$/.test(text) && walker.currentNode.parentElement?.closest('ol')) texts.push(text)
    }
    return texts
  })

test('a chat whose connection was lost shows every message once, also where an answer is pushed before the chat was read', async () => {
  await using person = await visit()
  const { page } = person
  const connection = await connectionOf(page)
  await page.goto('/')
  await newChat(page)
  await send(page, 'question 0')
  await page.waitForURL((url) => url.searchParams.get('conversation') !== 'new')
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  const sendByApi = await apiSenderOn(page)

  await connection.cut()
  for (let n = 1; n <= MISSED; n++) await sendByApi(`question ${n}`)
  // The page reads the chat as soon as it is connected again, and has what is pushed until that is answered.
  const begun = Promise.withResolvers<void>()
  const pushed = Promise.withResolvers<void>()
  await page.route('**/messages?**', async (route) => {
    begun.resolve()
    await pushed.promise
    await route.fallback()
  })
  connection.restore()
  await begun.promise
  await sendByApi(`question ${MISSED + 1}`)
  await page
    .locator('ol')
    .getByText(`question ${MISSED + 1}`, { exact: true })
    .waitFor()
  pushed.resolve()

  const all = Array.from({ length: MISSED + 2 }, (_, n) => `question ${n}`)
  await expect.poll(() => questionsOn(page)).toEqual(all)
})

test('a chat that is read through a slow network is read once, however many messages come meanwhile', async () => {
  await using person = await visit()
  const { page } = person
  const connection = await connectionOf(page)
  await page.goto('/')
  await newChat(page)
  await send(page, 'question 0')
  await page.waitForURL((url) => url.searchParams.get('conversation') !== 'new')
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  const sendByApi = await apiSenderOn(page)

  await connection.cut()
  const begun = Promise.withResolvers<void>()
  const pushed = Promise.withResolvers<void>()
  let reads = 0
  await page.route('**/messages?**', async (route) => {
    reads++
    const response = await route.fetch(AGAIN)
    begun.resolve()
    await pushed.promise
    await route.fulfill({ response })
  })
  connection.restore()
  await begun.promise
  const answered = page.waitForResponse(/\/messages\?/)
  const questions = page.locator('ol').getByText(/^question \d$/)
  for (const question of ['question 1', 'question 2']) {
    await sendByApi(question)
    await questions.filter({ hasText: question }).waitFor()
  }
  expect(reads).toBe(1)
  pushed.resolve()
  await answered
  // The page that was read is from before both, and undoes neither.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await questions.allTextContents()).toEqual(['question 0', 'question 1', 'question 2'])
})

/** Counts how often the page is loaded, and keeps it from the code of its connection and from what says that we are there. */
async function keptFrom(page: Page, what: { code: boolean; health: boolean }) {
  const seen = { loads: 0 }
  page.on('load', () => seen.loads++)
  await page.route('**/assets/esm-*.js', (route) => (what.code ? route.abort() : route.fallback()))
  await page.route('**/health', (route) => (what.health ? route.abort() : route.fallback()))
  return seen
}

test('a page that is kept from one of its files is loaded again once, and continues without it', async () => {
  await using person = await visit()
  const { page } = person
  const seen = await keptFrom(page, { code: true, health: false })
  await page.goto('/')
  await expect.poll(() => seen.loads).toBe(2)
  await newChat(page)
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.fill('A thought')
  // Longer than it waits before it tries again.
  await page.waitForTimeout(6000)
  expect(seen.loads).toBe(2)
  expect(await composer.inputValue()).toBe('A thought')
})

test('a page that was opened while the network was away is connected when it is back', async () => {
  await using person = await visit()
  const { page } = person
  const what = { code: true, health: true }
  const seen = await keptFrom(page, what)
  await page.goto('/')
  await newChat(page)
  what.code = false
  what.health = false
  await page.waitForEvent('websocket', { predicate: (socket) => socket.url().includes('/realtime/') })
  expect(seen.loads).toBe(2)
})

import type { APIResponse, Page, Route } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openVisit, phone, type VisitOptions } from './browser.ts'
import { chatOn, launcherOn, openChat, openCustomerSite, sendMessage } from './customer-site.ts'
import { AGAIN } from './send-again.ts'
import { journeys } from './visit.ts'

const { server, browser } = await journeys()
const site = await openCustomerSite(server.base_url)
afterAll(() => site.close())

const visit = (how: VisitOptions = {}) => openVisit(browser, site.origin, how)
const answered = (page: Page, count = 1) =>
  expect.poll(() => chatOn(page).getByRole('button', { name: 'Good answer' }).count()).toBe(count)
const framesOf = (page: Page) => page.frames().filter((frame) => frame.url().includes('/widget/'))
const boxOf = async (page: Page, name: 'button' | 'chat') =>
  page.locator(`iframe[src*="/widget/${name}.html"]`).boundingBox()

test('a visitor talks to a teammate on a page with the strictest policy', async () => {
  await using person = await visit()
  const { page } = person
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto(site.page({ csp: true }))
  await launcherOn(page).waitFor()
  // Before the chat is opened nothing of it is loaded, and the page has not moved.
  expect(framesOf(page)).toHaveLength(1)
  expect(fetched.filter((path) => /chat/.test(path) && !/webchat/.test(path))).toEqual([])
  expect(await page.evaluate(() => performance.getEntriesByType('layout-shift').length)).toBe(0)

  const chat = await openChat(page)
  await chat.getByText('Hi, I’m Robin. How can I help?').waitFor()
  await sendMessage(chat, 'count to 7')
  await chat.locator('.markdown').getByText('1 2 3 4 5 6 7').waitFor()
  await answered(page)
  // As Markdown, and not as marks.
  expect(await chat.locator('.markdown em').first().textContent()).toContain('Demo model')
  expect(person.faults).toEqual([])
})

test('a page in quirks mode whose styles hit everything shows the widget as it is', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page({ hostile: true }))
  expect(await page.evaluate(() => document.compatMode)).toBe('BackCompat')
  await launcherOn(page).click()
  await chatOn(page).getByRole('heading', { name: 'Hi there' }).waitFor()
  await expect.poll(() => boxOf(page, 'chat')).toEqual({ x: 1015, y: 150, width: 400, height: 640 })
  expect(await boxOf(page, 'button')).toEqual({ x: 1343, y: 803, width: 84, height: 84 })
})

test('a reload comes back to the same conversation, and a second tab keeps in step', async () => {
  await using person = await visit()
  const { page } = person
  const address = site.page()
  await page.goto(address)
  await sendMessage(await openChat(page), 'count to 3')
  await answered(page)

  await page.reload()
  await launcherOn(page).click()
  await chatOn(page).getByText('1 2 3').waitFor()

  const other = await person.newPage()
  await other.goto(address)
  await launcherOn(other).click()
  await chatOn(other).getByText('1 2 3').waitFor()
  await sendMessage(chatOn(other), 'count to 4')
  for (const tab of [page, other]) {
    await chatOn(tab).getByText('1 2 3 4', { exact: false }).last().waitFor()
    await answered(tab, 2)
    expect(await chatOn(tab).locator('.own .bubble').allTextContents()).toEqual(['count to 3', 'count to 4'])
  }
  expect(person.faults).toEqual([])
})

test('what is written without a network is sent when it is back, once, even after a reload', async () => {
  await using person = await visit()
  const { page, context } = person
  await page.goto(site.page())
  const chat = await openChat(page)
  await sendMessage(chat, 'count to 2')
  await answered(page)
  await context.setOffline(true)
  await chat.getByText('You’re offline', { exact: false }).waitFor()
  await sendMessage(chat, 'count to 5')
  await chat.getByText('Sending…').waitFor()
  await context.setOffline(false)
  await answered(page, 2)

  // The server is not reached although there is a network; the page is loaded again before it is.
  await page.route('**/api/public/webchat/messages', (route) => route.abort())
  await sendMessage(chat, 'count to 6')
  await chat.getByText('Sending…').waitFor()
  await page.unroute('**/api/public/webchat/messages')
  await page.reload()
  await launcherOn(page).click()
  await answered(page, 3)
  const own = chatOn(page).locator('.own .bubble')
  expect(await own.allTextContents()).toEqual(['count to 2', 'count to 5', 'count to 6'])
})

test('a stored token that is no longer good is dropped, and the visitor begins again', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  await sendMessage(await openChat(page), 'count to 3')
  await answered(page)
  const frame = framesOf(page).find((one) => one.url().includes('chat.html'))
  await frame?.evaluate(() => {
    const text = localStorage.getItem('svc-webchat') ?? ''
    localStorage.setItem('svc-webchat', text.replace(/"token":"[^"]+"/, '"token":"eyJhbGciOiJIUzI1NiJ9.e30.old"'))
  })
  await page.reload()
  await launcherOn(page).click()
  await chatOn(page)
    .getByRole('button', { name: /^Send us a message/ })
    .click()
  await sendMessage(chatOn(page), 'count to 4')
  await answered(page)
  expect(await chatOn(page).locator('.own .bubble').allTextContents()).toEqual(['count to 4'])
})

test('a browser that denies storage to frames keeps the visitor in the page’s, and one that denies all, in memory', async () => {
  for (const denied of ['frames', 'everywhere'] as const) {
    await using person = await visit()
    const { page, context } = person
    await context.addInitScript((denied) => {
      if (denied === 'frames' && window === top) return
      // Chromium denies all of them where it blocks third-party cookies, as every private window does.
      const deny = () => {
        throw new DOMException('Denied', 'SecurityError')
      }
      for (const storage of ['localStorage', 'sessionStorage'] as const)
        Object.defineProperty(window, storage, { get: deny })
      LockManager.prototype.request = async () => deny()
      IDBFactory.prototype.open = deny
    }, denied)
    await page.goto(site.page())
    const chat = await openChat(page)
    await sendMessage(chat, 'count to 3')
    await answered(page)
    await sendMessage(chat, 'count to 4')
    await answered(page, 2)
    if (denied === 'everywhere') continue
    await page.reload()
    await launcherOn(page).click()
    await answered(page, 2)
  }
})

test('on a phone the chat covers the page, and the way back leads through it', async () => {
  await using person = await visit({ viewport: phone })
  const { page } = person
  const address = site.page({ init: { showWidgetCloseButton: false } })
  await page.goto(site.page())
  await page.goto(address)
  const chat = await openChat(page)
  await expect.poll(() => boxOf(page, 'chat')).toEqual({ x: 0, y: 0, ...phone })
  await chat.getByRole('textbox', { name: 'Message' }).waitFor()
  expect(await chat.getByRole('button', { name: 'Close chat' }).count()).toBe(0)
  expect(await page.locator('div[style*="-resize"]:visible').count()).toBe(0)

  await page.goBack()
  await chat.getByRole('heading', { name: 'Hi there' }).waitFor()
  await page.goBack()
  await expect.poll(() => launcherOn(page).isVisible()).toBe(true)
  expect(page.url()).toBe(address)
  expect(person.faults).toEqual([])
})

const interruptions: [string, (route: Route, answer: APIResponse) => Promise<void>][] = [
  ['was lost', (route) => route.abort()],
  [
    'was cut on its way',
    async (route, response) => {
      const body = await response.body()
      return route.fulfill({ response, body: body.subarray(0, body.length / 2) })
    },
  ],
]
test.each(interruptions)('a first message whose answer %s makes one visitor and one chat', async (_how, interrupt) => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  const chat = await openChat(page)
  const lost = new Set<string>()
  for (const path of ['conversations/new', 'messages']) {
    await page.route(`**/api/public/webchat/${path}`, async (route) => {
      if (lost.has(path)) return route.continue()
      lost.add(path)
      // The server has it, and its answer does not arrive.
      await interrupt(route, await route.fetch(AGAIN))
    })
  }
  await sendMessage(chat, 'count to 3')
  await answered(page)
  expect([...lost]).toEqual(['conversations/new', 'messages'])
  expect(await chat.locator('.own .bubble').allTextContents()).toEqual(['count to 3'])
  await chat.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => chat.locator('.row-title').count()).toBe(1)
})

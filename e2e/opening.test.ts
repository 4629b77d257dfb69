import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desktop, phone } from './browser.ts'
import { newChat, send } from './chat.ts'
import { quiet } from './quiet.ts'
import { journeys } from './visit.ts'

const { server, visit } = await journeys()

/** What has moved so far under the reader, and where. */
async function shiftsOn(page: Page): Promise<{ sum: number; moved: string[] }> {
  return page.evaluate(() => Reflect.get(window, 'shifts'))
}

/** Runs in the page before anything else of it. */
function recordShifts(): void {
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
  const shifts = { sum: 0, moved: [] as string[] }
  Reflect.set(window, 'shifts', shifts)
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      shifts.sum += value
      for (const { node, previousRect, currentRect } of sources)
        shifts.moved.push(
          `${value.toFixed(3)} at ${Math.round(startTime)} ms from ${previousRect.y} to ${currentRect.y}: ` +
            (node instanceof Element ? node.outerHTML.slice(0, 120) : node?.nodeName),
        )
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

test.for([
  ['desk', desktop],
  ['phone', phone],
] as const)('opening the last chat moves nothing under its reader, on a %s', async ([, viewport]) => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  const questions = ['write 400 words', 'show me your Markdown', 'count to 30']
  for (const [index, question] of questions.entries()) {
    await send(page, question)
    await expect.poll(() => page.getByRole('button', { name: 'Copy', exact: true }).count()).toBeGreaterThan(index)
    await page.getByRole('button', { name: 'Stop the answer' }).waitFor({ state: 'detached' })
  }
  const reader = await person.newPage()
  await reader.setViewportSize(viewport)
  await reader.addInitScript(recordShifts)
  await reader.goto(page.url())
  await reader.getByText('count to 30', { exact: true }).first().waitFor()
  await quiet(reader)
  // What is out of sight is no longer drawn: that too moves nothing.
  const isSkipped = (row: Element) => getComputedStyle(row).contentVisibility === 'auto'
  await expect.poll(() => reader.locator('section ol > li').first().evaluate(isSkipped)).toBe(true)
  const { sum, moved } = await shiftsOn(reader)
  expect(sum, moved.join('\n')).toBeLessThanOrEqual(0.01)
})

test.for([
  ['desk', desktop],
  ['phone', phone],
] as const)('nor does beginning at the home page, on a %s', async ([, viewport]) => {
  await using person = await visit({ viewport })
  const reader = await person.newPage()
  await reader.addInitScript(recordShifts)
  await reader.goto('/')
  await reader.getByRole('region', { name: 'Examples to try' }).waitFor()
  await quiet(reader)
  const { sum, moved } = await shiftsOn(reader)
  expect(sum, moved.join('\n')).toBeLessThanOrEqual(0.03)
})

test('a page that was not loaded before the server went away keeps the application, and comes when it is back', async () => {
  await using person = await visit()
  const { page } = person
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  await quiet(page)
  // The portal also tries again by itself every three seconds: a try between the two clicks would bring the page first.
  await page.evaluate(() => {
    const real = window.setTimeout
    const slowed = (handler: () => void, ms = 0) => real(handler, ms === 3_000 ? 3_600_000 : ms)
    Reflect.set(window, 'setTimeout', slowed)
  })
  // Another part that failed as well would find the server back before the click, and reload the page.
  const lost = /\/health$|\/assets\/settings-page/
  await page.route(lost, (route) => route.abort())
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByText('Can’t reach the server').waitFor()
  await page.getByRole('link', { name: 'Storage' }).first().waitFor()
  // The same holds for a question to the server that is still on its way.
  await quiet(page)
  await page.unroute(lost)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  expect(server.log()).not.toContain('"level":50')
})

test('a person who goes elsewhere while the first chat is loading stays there', async () => {
  await using person = await visit({ at: '/settings/profile' })
  const { page } = person
  const loaded = Promise.withResolvers<void>()
  await page.route(/\/assets\/(chat|staff)-page-[^/]*\.js$/, async (route) => {
    await loaded.promise
    await route.continue()
  })
  const opened = page.waitForEvent('websocket')
  await page.goto('/')
  const socket = await opened
  await page.waitForURL(/\/chat\//)
  await page.getByRole('link', { name: 'Teammates', exact: true }).click()
  await page.waitForURL('/staff')
  const api = page.context().request
  const { current_organization_id } = await (await api.get('/api/init/whoami')).json()
  const employees = `/api/organizations/${current_organization_id}/employees`
  const received = socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('Noor'))
  expect((await api.post(employees, { data: { name: 'Noor' } })).status()).toBe(200)
  await received
  loaded.resolve()
  await page.getByRole('link', { name: 'Noor' }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/staff')
})

test('a person who goes elsewhere while the first message of a chat is on its way stays there', async () => {
  await using person = await visit({ at: '/' })
  const { page } = person
  const [sent, loaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await newChat(page)
  await page.route(/\/assets\/staff-page-[^/]*\.js$/, async (route) => {
    await loaded.promise
    await route.continue()
  })
  await page.route('**/messages', async (route) => {
    await sent.promise
    await route.continue()
  })
  const accepted = page.waitForResponse((response) => response.request().method() === 'POST')
  await send(page, 'count to 9')
  await page.getByRole('link', { name: 'Teammates', exact: true }).click()
  await page.waitForURL('/staff')
  sent.resolve()
  await (await accepted).finished()
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
  loaded.resolve()
  await page.getByRole('heading', { name: 'Teammates' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/staff')
})

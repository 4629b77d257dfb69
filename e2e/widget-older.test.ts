import { afterAll, expect, test } from 'vitest'
import { openVisit } from './browser.ts'
import { chatOn, launcherOn, openChat, openCustomerSite, sendMessage } from './customer-site.ts'
import { AGAIN } from './send-again.ts'
import { journeys } from './visit.ts'
import { good, MESSAGES, Read } from './widget-messages.ts'

const { server, browser } = await journeys()
const site = await openCustomerSite(server.base_url)
afterAll(() => site.close())

test('older messages come in above what is being read, which stays where it is, down to the first', async () => {
  await using person = await openVisit(browser, site.origin)
  const { page } = person
  await page.goto(site.page())
  await sendMessage(await openChat(page), 'count to 3')
  await good(chatOn(page)).waitFor()
  const COUNT_OF_MESSAGES = 400
  await page.route(MESSAGES, async (route) => {
    // The server knows none of these ids.
    const response = await route.fetch({
      ...AGAIN,
      url: route
        .request()
        .url()
        .replace(/&limiter=[^&]*/, ''),
    })
    const read = Read.parse(await response.json())
    const [sample] = read.data
    const all = Array.from({ length: COUNT_OF_MESSAGES }, (_, n) => ({
      ...sample,
      id: `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      content: `Line ${n}\n\n${'and more words '.repeat(n % 9)}`,
    })).toReversed()
    const asked = new URL(route.request().url()).searchParams
    const from = all.findIndex(({ id }) => id === asked.get('limiter')) + 1
    const data = all.slice(from, from + Number(asked.get('limit')))
    const hasMore = from + data.length < all.length
    await route.fulfill({ response, json: { ...read, data, hasMore, next: hasMore ? data.at(-1)?.id : null } })
  })
  await page.reload()
  await launcherOn(page).click()
  const chat = chatOn(page)
  const list = chat.getByRole('region', { name: 'Messages' })
  const line = (n: number) => chat.locator('.answer', { hasText: new RegExp(`Line ${n}(?!\\d)`) })
  await expect.poll(() => line(COUNT_OF_MESSAGES - 1).isVisible()).toBe(true)

  const placeOf = (n: number) => line(n).evaluate((row) => Math.round(row.getBoundingClientRect().top))
  const loaded = () => chat.locator('.answer').count()
  const before = await loaded()
  // To the middle of what is loaded, from where the next page is not asked for yet.
  await expect.poll(() => list.evaluate(scrollBelowPage)).toBe(20)
  const [, read = '0'] = /Line (\d+)/.exec(await list.evaluate(firstInSight)) ?? []
  const place = await placeOf(Number(read))
  await list.evaluate((box) => box.scrollBy({ top: -30 }))
  await expect.poll(loaded).toBeGreaterThan(before)
  expect(Math.abs((await placeOf(Number(read))) - place - 30)).toBeLessThanOrEqual(2)

  await expect
    .poll(async () => {
      await list.evaluate((box) => box.scrollTo({ top: 0 }))
      return chat.getByText('Hi, I’m Robin. How can I help?').count()
    })
    .toBe(1)
  expect(await loaded()).toBe(COUNT_OF_MESSAGES + 1)
  expect(person.faults).toEqual([])
})

/** How far below the first page the list stays; events that come while it is scrolled may take it to the end once more. */
async function scrollBelowPage(box: Element): Promise<number> {
  box.scrollTo({ top: box.clientHeight + 20 })
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  return Math.round(box.scrollTop - box.clientHeight)
}

/** Runs in the frame: what the first message says that is in sight. */
function firstInSight(box: Element): string {
  const { top } = box.getBoundingClientRect()
  const rows = [...box.querySelectorAll('.answer')]
  return rows.find((row) => row.getBoundingClientRect().top >= top)?.textContent ?? ''
}

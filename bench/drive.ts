// The storage page in a real browser: a folder of 10,000 entries is opened, scrolled, sorted and selected as a whole,
// against one of 20 entries. Goals: as fast as the small one, within 200 ms, and no second without a frame.
import type { Page } from 'playwright-core'
import { launchBrowser, openVisit } from '../e2e/browser.ts'
import { report } from './lib/report.ts'
import { openStage } from './lib/stage.ts'

const LARGE = 10_000
const SMALL = 20
const rounds = Number(process.argv[2] ?? 7)

await using stage = await openStage()
const { url, key, cookie } = stage.alongside.ready
await fill('large', LARGE)
await fill('small', SMALL)

const browser = await launchBrowser()
try {
  await using visit = await openVisit(browser, url)
  const [name = '', value = ''] = cookie.split(/=(.*)/)
  await visit.context.addCookies([{ name, value, url }])
  const { page } = visit
  const times = { large: measured(), small: measured() }
  for (let round = 0; round < rounds; round++)
    for (const folder of ['large', 'small'] as const) {
      const { opened, sorted, selected } = await walk(page, folder)
      times[folder].opened.push(opened)
      times[folder].sorted.push(sorted)
      times[folder].selected.push(selected)
    }
  report('from the click to the rows of the folder', times.large.opened, times.small.opened)
  report('from the click to the rows in another order', times.large.sorted, times.small.sorted)
  report('from the keys to all rows selected', times.large.selected, times.small.selected)
  await walk(page, 'large')
  const frames = await scroll(page)
  console.log(`scrolled through ${LARGE} rows: longest frame ${Math.max(...frames).toFixed(0)} ms`)
} finally {
  await browser.close()
}

function measured() {
  return { opened: [] as number[], sorted: [] as number[], selected: [] as number[] }
}

async function fill(folder: string, count: number): Promise<void> {
  const post = async (name: string, path: string) => {
    const response = await fetch(`${url}/api/private/storage/folder`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ name, path }),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  await post(folder, '/')
  const makers = Array.from({ length: 8 }, async (_, maker) => {
    for (let n = maker; n < count; n += 8) await post(`entry ${n}`, folder)
  })
  await Promise.all(makers)
}

/** Milliseconds from each deed to the frame that shows what came of it; nothing is cached from the last time. */
async function walk(page: Page, folder: string): Promise<{ opened: number; sorted: number; selected: number }> {
  await page.goto('/storage')
  await page.getByRole('row').filter({ hasText: folder }).waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(async (folder) => {
    const until = async (begin: number, isShown: () => boolean) => {
      while (!isShown()) await new Promise(requestAnimationFrame)
      // The frame in which it was found is painted when the next one begins.
      await new Promise(requestAnimationFrame)
      return performance.now() - begin
    }
    const firstName = () => document.querySelector('tbody tr[aria-rowindex="2"] [title]')?.getAttribute('title')
    const row = [...document.querySelectorAll('tbody tr')].find((one) => one.textContent?.includes(folder))
    let begin = performance.now()
    row?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    const opened = await until(begin, () => firstName() === 'entry 0')
    begin = performance.now()
    document.querySelector<HTMLElement>('th[aria-sort="ascending"] button')?.click()
    const sorted = await until(begin, () => firstName() !== 'entry 0')
    document.querySelector<HTMLElement>('th[aria-sort="descending"] button')?.click()
    await until(begin, () => firstName() === 'entry 0')
    const grid = document.querySelector<HTMLElement>('[role=grid]')
    begin = performance.now()
    const keys = { key: 'a', code: 'KeyA', ctrlKey: true, bubbles: true, cancelable: true }
    grid?.dispatchEvent(new KeyboardEvent('keydown', keys))
    const isAll = () => document.querySelector('tbody tr[aria-rowindex="3"]')?.getAttribute('aria-selected') === 'true'
    return { opened, sorted, selected: await until(begin, isAll) }
  }, folder)
}

/** Scrolls from the top to the end; the times between the frames. */
function scroll(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const list = document.querySelector('[role=grid]')?.parentElement
    const frames: number[] = []
    let last = performance.now()
    while (list && list.scrollTop + list.clientHeight < list.scrollHeight - 10) {
      list.scrollBy(0, 1500)
      await new Promise(requestAnimationFrame)
      const now = performance.now()
      frames.push(now - last)
      last = now
    }
    return frames
  })
}

// The chat page in a real browser. A conversation of 10,000 messages is opened and scrolled, against one of 20 messages;
// and someone types while an answer streams at 100 tokens a second, against a bare text area on an empty page.
// Goals: the newest message within 200 ms of the click, no second without a frame, under 16 ms a key.
import type { Page } from 'playwright-core'
import { launchBrowser, openVisit } from '../e2e/browser.ts'
import { seedConversation } from './lib/conversations.ts'
import { report } from './lib/report.ts'
import { openStage } from './lib/stage.ts'

const LONG = 10_000
const SHORT = 20
const rounds = Number(process.argv[2] ?? 7)

await using stage = await openStage({ modelArgs: ['--port', '0', '--tokens-per-second', '100'] })
const { alongside, database_url } = stage
const place = { ...alongside.ready, database_url }
await seedConversation(place, { title: 'The short one', messages: SHORT })
await seedConversation(place, { title: 'The long one', messages: LONG })

const browser = await launchBrowser()
try {
  await using visit = await openVisit(browser, alongside.ready.url)
  const [name = '', value = ''] = alongside.ready.cookie.split(/=(.*)/)
  await visit.context.addCookies([{ name, value, url: alongside.ready.url }])
  const { page } = visit
  await page.goto('/')
  await opening(page)
  await scrolling(page)
  await typing(page)
} finally {
  await browser.close()
}

async function opening(page: Page): Promise<void> {
  const long: number[] = []
  const short: number[] = []
  // Once for what the first opening of any conversation loads.
  await open(page, 'The short one', SHORT)
  for (let round = 0; round < rounds; round++) {
    long.push(await open(page, 'The long one', LONG))
    short.push(await open(page, 'The short one', SHORT))
  }
  report('from the click to the newest message', long, short)
}

/** Milliseconds from the click to the frame that shows the newest message. Nothing is cached from the last time. */
async function open(page: Page, title: string, newest: number): Promise<number> {
  await page.reload()
  await page.getByRole('link', { name: title }).waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(
    async ({ title, text }) => {
      const link = [...document.querySelectorAll('a')].find((one) => one.textContent?.includes(title))
      const shown = () => [...document.querySelectorAll('li')].some((row) => row.textContent?.includes(text))
      const begin = performance.now()
      link?.click()
      while (!shown()) await new Promise(requestAnimationFrame)
      // The frame in which it was found is painted when the next one begins.
      await new Promise(requestAnimationFrame)
      return performance.now() - begin
    },
    { title, text: `message ${newest} of ${title}` },
  )
}

async function scrolling(page: Page): Promise<void> {
  await open(page, 'The long one', LONG)
  const long = await scroll(page, 15_000)
  console.log(`scrolled through ${long.rows} of ${LONG} messages in ${(long.ms / 1000).toFixed(0)} s`)
  await open(page, 'The short one', SHORT)
  const short = await scroll(page, 3_000)
  report('between two frames while scrolling', long.frames, short.frames)
  console.log(`  longest ${Math.max(...long.frames).toFixed(0)} ms; goal: no dropped second\n`)
}

/** Scrolls up without a pause, loading what is older, and then back down; the times between the frames. */
async function scroll(page: Page, ms: number) {
  return page.evaluate(async (ms) => {
    const list = document.querySelector('section[aria-label^="Conversation with"]')
    const frames: number[] = []
    const begin = performance.now()
    let last = begin
    while (last - begin < ms) {
      list?.scrollBy(0, last - begin < (ms * 2) / 3 ? -400 : 800)
      await new Promise(requestAnimationFrame)
      const now = performance.now()
      frames.push(now - last)
      last = now
    }
    return { frames, rows: list?.querySelectorAll('ol > li').length ?? 0, ms }
  }, ms)
}

async function typing(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'The long one' }).click()
  const composer = page.getByRole('textbox', { name: /^Message / })
  await composer.fill('write 3000 words')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Stop the answer' }).waitFor()
  await page.waitForTimeout(2_000)
  const streaming = await keysOn(page, 'textarea')
  const stop = page.getByRole('button', { name: 'Stop the answer' })
  if (!(await stop.isVisible())) throw new Error('The answer ended before the typing did')
  await stop.click()

  await page.goto('/theme.js')
  await page.setContent('<textarea></textarea>')
  const bare = await keysOn(page, 'textarea')
  report('from a key until the page has dealt with it', streaming.work, bare.work)
  report('from a key to the frame after it', streaming.frame, bare.frame)
}

/** Types at ten keys a second; milliseconds from each key until the page has dealt with it, and to the next frame. */
async function keysOn(page: Page, field: string): Promise<{ work: number[]; frame: number[] }> {
  await page.focus(field)
  await page.evaluate(() => {
    const times = { work: [] as number[], frame: [] as number[] }
    Object.assign(window, { times })
    let pressed = 0
    addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { capture: true })
    addEventListener('input', () => {
      // Behind the microtask in which the page draws what the key changed.
      queueMicrotask(() => times.work.push(performance.now() - pressed))
      requestAnimationFrame(() => setTimeout(() => times.frame.push(performance.now() - pressed)))
    })
  })
  await page.keyboard.type('the quick brown fox jumps over the lazy dog '.repeat(3), { delay: 100 })
  return page.evaluate(() => Reflect.get(window, 'times'))
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { REALTIME_PATH } from '../contracts/src/socket.ts'

type Asked = { open: Set<Request>; begun: number }

const asked = new WeakMap<Page, Asked>()

/** Knows from now on what the page has asked for and not yet received. */
export function watchRequests(page: Page): void {
  const known: Asked = { open: new Set(), begun: 0 }
  asked.set(page, known)
  page.on('request', (request) => {
    // What the page before had asked for is no longer waited for by anybody.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) known.open.clear()
    // Where no web socket comes about in time, what is pushed is asked for, and that has no end.
    if (new URL(request.url()).pathname.startsWith(REALTIME_PATH)) return
    known.open.add(request)
    known.begun++
  })
  page.on('requestfinished', (request) => known.open.delete(request))
  page.on('requestfailed', (request) => known.open.delete(request))
}

/** A page that never comes to rest says in its failure what it still waits for. */
const PATIENCE_MS = 120_000

/** Waits until the page has all that it asked for, and shows it. */
export async function quiet(page: Page): Promise<void> {
  const known = asked.get(page)
  if (!known) throw new Error('Nobody counts what this page asks for')
  let isDrawn = false
  const rest = async (): Promise<true> => {
    for (;;) {
      const before = known.begun
      isDrawn = false
      const isShown = await page.evaluate(showsAll)
      isDrawn = true
      // What came last may have led to another question: then its answer has to come and be drawn too.
      if (isShown && known.open.size === 0 && known.begun === before) return true
    }
  }
  const late = new AbortController()
  const isQuiet = await Promise.race([rest(), sleep(PATIENCE_MS, false, { signal: late.signal })])
  late.abort()
  if (isQuiet) return
  const open = [...known.open].map((request) => `${request.method()} ${request.url()}`)
  const waiting = await Promise.race([page.evaluate(whatWaits), sleep(10_000, 'The page does not answer')])
  throw new Error(
    `${page.url()} did not come to rest: ${JSON.stringify({ isDrawn, begun: known.begun, open, waiting })}`,
  )
}

/**
 * Runs in the page: lets it draw what has come, and says whether anything on it still stands for something else. A task of the
 * lowest priority runs as soon as the page has nothing else to do. An idle callback does not: the browser keeps it back for a
 * second after a click.
 */
async function showsAll(): Promise<boolean> {
  await document.fonts.ready
  await scheduler.postTask(() => {}, { priority: 'background' })
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return document.querySelector('[data-waiting], [aria-busy=true]') === null
}

/** Runs in the page: its fonts, and what on it still stands for something else. */
const whatWaits = (): string[] => [
  `fonts ${document.fonts.status}`,
  ...[...document.querySelectorAll('[data-waiting], [aria-busy=true]')].map((one) => one.outerHTML.slice(0, 300)),
]

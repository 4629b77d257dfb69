import type { Page, Request } from 'playwright-core'

type Asked = { open: Set<Request>; begun: number }

const asked = new WeakMap<Page, Asked>()

/** Knows from now on what the page has asked for and not yet received. */
export function watchRequests(page: Page): void {
  const known: Asked = { open: new Set(), begun: 0 }
  asked.set(page, known)
  page.on('request', (request) => {
    // What the page before had asked for is no longer waited for by anybody.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) known.open.clear()
    known.open.add(request)
    known.begun++
  })
  page.on('requestfinished', (request) => known.open.delete(request))
  page.on('requestfailed', (request) => known.open.delete(request))
}

/** Waits until the page has all that it asked for, and shows it. */
export async function quiet(page: Page): Promise<void> {
  const known = asked.get(page)
  if (!known) throw new Error('Nobody counts what this page asks for')
  for (;;) {
    const before = known.begun
    const isShown = await page.evaluate(showsAll)
    // What came last may have led to another question: then its answer has to come and be drawn too.
    if (isShown && known.open.size === 0 && known.begun === before) return
  }
}

/** Runs in the page: lets it draw what has come, and says whether anything on it still stands for something else. */
async function showsAll(): Promise<boolean> {
  await document.fonts.ready
  await new Promise((resolve) => requestIdleCallback(resolve))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return document.querySelector('[data-waiting], [aria-busy=true]') === null
}

import { existsSync } from 'node:fs'
import npmChromium from '@sparticuz/chromium'
import { type APIRequestContext, type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { z } from 'zod'
import { watchRequests } from './quiet.ts'
import { sendAgain } from './send-again.ts'

const People = z.object({ users: z.array(z.object({ id: z.string(), name: z.string() })) })

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** A worker that is told to end does so at once: the browser ends by itself when nobody holds the other end of its pipe. */
const leavesSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The Chromium that npm installed; where that cannot run (another system, a library missing), one of the machine's. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const failures: unknown[] = []
  const candidates = [
    () => npmChromium.executablePath(),
    ...installed.filter(existsSync).map((path) => async () => path),
  ]
  for (const candidate of candidates) {
    try {
      return await chromium.launch({ executablePath: await candidate(), args: [...flags, ...more], ...leavesSignals })
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, 'No Chromium runs here. On Debian: apt-get install libnss3 libnspr4 libexpat1')
}

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export type VisitOptions = { viewport?: typeof desktop; theme?: 'light' | 'dark'; language?: 'en' | 'ru' }

/** A context and its first page, until they are released. */
type Lease = { context: BrowserContext; page: Page; release: () => Promise<void> }

/** Leases what a visit runs in: by itself a context of its own, which a release closes. */
type LeaseContext = (options: Required<VisitOptions>) => Promise<Lease>

export async function createContext(
  browser: Browser,
  base_url: string,
  { viewport, theme, language }: Required<VisitOptions>,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: base_url,
    viewport,
    colorScheme: theme,
    locale: language === 'en' ? 'en-GB' : 'ru-RU',
    hasTouch: viewport.width < 600,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // As long as tests wait elsewhere: only one that fails waits so long.
  context.setDefaultTimeout(120_000)
  sendAgain(context.request)
  return context
}

/** A person's own browser, with a page that reports what went wrong in it. */
export async function openVisit(
  browser: Browser,
  base_url: string,
  { viewport = desktop, theme = 'light', language = 'en' }: VisitOptions = {},
  lease: LeaseContext = (options) => openFresh(browser, base_url, options),
) {
  const { context, page, release } = await lease({ viewport, theme, language })
  const faults: string[] = []
  watchPage(page, faults)
  return {
    context,
    page,
    faults,
    newPage: async () => {
      const other = await context.newPage()
      watchPage(other, faults)
      return other
    },
    [Symbol.asyncDispose]: async () => {
      // What a page asks for in its last moment is no longer answered, and that is nobody's error.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
      await release()
    },
  }
}

async function openFresh(browser: Browser, base_url: string, options: Required<VisitOptions>): Promise<Lease> {
  const context = await createContext(browser, base_url, options)
  return { context, page: await context.newPage(), release: () => context.close() }
}

function watchPage(page: Page, faults: string[]): void {
  watchRequests(page)
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // The browser itself reports each failed request; what the page makes of it is what counts.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(`console: ${message.text()}`)
  })
}

/** Signs in as one of the seeded people, through the picker. */
export async function signInAs(page: Page, name: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** The same without a page. */
export async function signInByRequest(request: APIRequestContext, name: string): Promise<void> {
  const { users } = People.parse(await (await request.get('/api/auth/dev/users')).json())
  const user_id = users.find((user) => user.name === name)?.id
  const answer = await request.post('/api/auth/dev/login', { data: { user_id } })
  if (!answer.ok()) throw new Error(await answer.text())
}

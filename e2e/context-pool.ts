import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { createContext, type VisitOptions } from './browser.ts'

/** A browser context with the page that it keeps from one visit to the next. */
type PooledContext = { context: BrowserContext; page: Page; devtools: CDPSession; canReuse: () => boolean }

/** What no later call undoes: a page on which one of these was called serves one visit. */
const IRREVERSIBLE = [
  'addInitScript',
  'routeWebSocket',
  'exposeBinding',
  'exposeFunction',
  'setExtraHTTPHeaders',
] as const
const PAGE_EVENTS = [
  'close',
  'console',
  'crash',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'frameattached',
  'framedetached',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker',
] as const
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta']

/**
 * Contexts of visits to one server. A new renderer costs more than a second of CPU, so a visit gets the context of one that
 * has ended, with nothing left of it: no storage, cookie, route, listener, other tab, pressed key or history. What cannot
 * be undone is closed instead.
 */
export function createContextPool(browser: Browser, base_url: string) {
  const idle = new Map<string, PooledContext[]>()

  return {
    async lease(options: Required<VisitOptions>) {
      const key = JSON.stringify(options)
      const pooled = idle.get(key)?.pop() ?? (await openContext(browser, base_url, options))
      return {
        ...pooled,
        async release() {
          const { context } = pooled
          if (!(await resetContext(pooled, base_url, options))) return context.close()
          idle.set(key, [...(idle.get(key) ?? []), pooled])
        },
      }
    },
  }
}

async function openContext(browser: Browser, base_url: string, options: Required<VisitOptions>) {
  const context = await createContext(browser, base_url, options)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  let isReusable = true
  for (const target of [context, page]) {
    for (const name of IRREVERSIBLE) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') continue
      Reflect.set(target, name, (...args: unknown[]) => {
        isReusable = false
        return Reflect.apply(method, target, args)
      })
    }
  }
  const install = context.clock.install.bind(context.clock)
  context.clock.install = (time) => {
    isReusable = false
    return install(time)
  }
  // What another origin stores may lie in a partition of its own.
  const origin = new URL(base_url).origin
  context.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).origin !== origin) isReusable = false
  })
  return { context, page, devtools, canReuse: () => isReusable && !page.isClosed() }
}

/** Returns whether nothing is left of the visit that has ended. */
async function resetContext(
  { context, page, devtools, canReuse }: PooledContext,
  base_url: string,
  { viewport, theme }: Required<VisitOptions>,
): Promise<boolean> {
  if (!canReuse()) return false
  try {
    await Promise.all(
      context
        .pages()
        .filter((other) => other !== page)
        .map((other) => other.close()),
    )
    for (const event of PAGE_EVENTS) page.removeAllListeners(event)
    await Promise.all([context.setOffline(false), page.unrouteAll({ behavior: 'ignoreErrors' })])
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    for (const key of MODIFIERS) await page.keyboard.up(key)
    await page.mouse.up()
    await page.mouse.move(0, 0)
    // A page that asks whether it may be left may.
    page.on('dialog', (dialog) => void dialog.accept().catch(() => null))
    // A page of the same origin, which keeps the renderer and stores nothing.
    await page.goto('/health')
    await page.evaluate(() => {
      sessionStorage.clear()
      window.name = ''
    })
    page.removeAllListeners('dialog')
    await devtools.send('Storage.clearDataForOrigin', { origin: new URL(base_url).origin, storageTypes: 'all' })
    await page.goto('about:blank')
    await devtools.send('Page.resetNavigationHistory')
    await Promise.all([context.clearCookies(), context.clearPermissions()])
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.emulateMedia({
      media: null,
      colorScheme: theme,
      reducedMotion: null,
      forcedColors: null,
      contrast: null,
    })
    await page.setViewportSize(viewport)
    return canReuse()
  } catch {
    return false
  }
}

import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { desktop, phone } from './browser.ts'
import { fillOffice } from './office.ts'
import { type Look, pages } from './pages.ts'
import { quiet } from './quiet.ts'
import { journeys } from './visit.ts'

const { server, browser, visit } = await journeys()
const office = await fillOffice(browser, server.base_url)

/** So many pages take their time where others are busy too: a page that never comes fails in its own wait. */
const TIMEOUT_MS = 900_000
const themes = ['light', 'dark'] as const

type Screen = { viewport: typeof desktop; hasTouch: boolean; theme: (typeof themes)[number] }

/**
 * Every page is seen on both screens and in both themes, of which two of the four pairs are enough: a theme is colors alone.
 * It is opened on the screen that showed the page before: to change the screen costs as much as to load a page.
 */
const screensOf = (part: number, opened: number): Screen[] => {
  const [first, second] = part === 0 ? themes : themes.toReversed()
  const screens: Screen[] = [
    { viewport: desktop, hasTouch: false, theme: first ?? 'light' },
    { viewport: phone, hasTouch: true, theme: second ?? 'dark' },
  ]
  return opened % 2 === 0 ? screens : screens.toReversed()
}

async function showOn(page: Page, devtools: CDPSession, { viewport, hasTouch, theme }: Screen): Promise<void> {
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch })
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: theme })
}

const countOverlays = (page: Page) => page.locator('[role=dialog], [role=listbox], [role=menu]').count()

// A page is loaded once and becomes the other screen in place. Two walks share the pages, because each waits most of the time.
test.concurrent.for([0, 1])(
  'no page has a serious barrier or scrolls sideways, on a desk or a phone, in either theme (part %i)',
  { timeout: TIMEOUT_MS },
  async (part, { expect }) => {
    await using person = await visit()
    const { page } = person
    const devtools = await person.context.newCDPSession(page)
    // A color on its way from one theme to the other is neither.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const found: Record<string, string[]> = {}
    let shown: Screen | null = null

    const open = async ({ path, prepare }: Look) => {
      await page.goto(path(office))
      await quiet(page)
      if (prepare) {
        await prepare(page)
        await quiet(page)
      }
    }

    for (const [index, look] of pages.entries()) {
      if (index % 2 !== part) continue
      let overlays: number | null = null
      for (const screen of screensOf(part, Math.floor(index / 2))) {
        if (shown?.viewport !== screen.viewport) await showOn(page, devtools, screen)
        shown = screen
        if (overlays === null) await open(look)
        else await quiet(page)
        await page.locator(`html[data-theme=${screen.theme}]`).waitFor()
        // What a change of the screen closes is opened again.
        if (overlays !== null && (await countOverlays(page)) < overlays) await open(look)
        overlays = await countOverlays(page)
        const barriers = await barriersOn(page)
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        if (sideways) barriers.push('the page scrolls sideways')
        if (barriers.length > 0) found[`${look.name}, ${screen.viewport.width} pixels, ${screen.theme}`] = barriers
      }
    }
    expect(found).toEqual({})
    expect(person.faults).toEqual([])
  },
)

test('nor has the sign-in page', async () => {
  for (const theme of themes) {
    await using person = await visit({ as: null, theme, at: '/login' })
    await person.page.getByRole('button', { name: 'Alex Admin' }).waitFor()
    expect(await barriersOn(person.page)).toEqual([])
    expect(person.faults).toEqual([])
  }
})

import { expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { desktop, phone } from './browser.ts'
import { fillOffice } from './office.ts'
import { pages } from './pages.ts'
import { quiet } from './quiet.ts'
import { journeys } from './visit.ts'

const { server, browser, visit } = await journeys()
const office = await fillOffice(browser, server.base_url)

/** So many pages take their time where others are busy too: a page that never comes is told by its own wait. */
const TIMEOUT_MS = 900_000
const themes = ['light', 'dark'] as const

// Each walk waits for its own page most of the time. What a phone adds to a page is seen in one theme.
test.concurrent.for([
  ['on a desk in either theme', desktop, themes],
  ['on a phone', phone, ['dark']],
] as const)(
  'no page has a serious barrier or scrolls sideways, %s',
  { timeout: TIMEOUT_MS },
  async ([, viewport, seen], { expect }) => {
    await using person = await visit({ viewport })
    const { page } = person
    // A colour on its way from one theme to the other is neither.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const found: Record<string, string[]> = {}
    for (const { name, path, prepare } of pages) {
      await page.emulateMedia({ colorScheme: seen[0] })
      await page.goto(path(office))
      await quiet(page)
      if (prepare) {
        await prepare(page)
        await quiet(page)
      }
      for (const theme of seen) {
        await page.emulateMedia({ colorScheme: theme })
        await page.locator(`html[data-theme=${theme}]`).waitFor()
        if (theme !== seen[0]) await quiet(page)
        // A theme is colours and nothing else.
        const barriers = await barriersOn(page, theme === seen[0] ? undefined : ['color-contrast'])
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        if (sideways) barriers.push('the page scrolls sideways')
        if (barriers.length > 0) found[`${name}, ${theme}`] = barriers
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
